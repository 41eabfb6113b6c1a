// What an answer of a catalogue tells those who choose: numbers, and values of conditions with
// their counts (shared/data/catalogues.txt).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tagtrail/catalogue_table.hpp"

namespace tagtrail::host {

/// Bytes of an answer that are read; of choices those of each text.
inline constexpr std::size_t kNumbersBytes = 4U << 20U;
inline constexpr std::size_t kChoiceTextBytes = 200;
/// Values of one condition, those of the most data sets.
inline constexpr std::size_t kMostChoices = 100;

struct CatalogueChoiceValue {
  std::string value;  ///< what the condition is given
  std::string title;  ///< what people read; never empty
  std::uint64_t count = 0;

  bool operator==(const CatalogueChoiceValue&) const = default;
};

struct CatalogueChoices {
  Condition by = Condition::organisation;
  std::vector<CatalogueChoiceValue> values;  ///< the largest count first
  bool cut = false;                          ///< there are more

  bool operator==(const CatalogueChoices&) const = default;
};

/// An answer in JSON. Reads any bytes, within bounds: what is no such answer has no numbers.
class CatalogueNumbers {
 public:
  explicit CatalogueNumbers(std::string_view body);
  ~CatalogueNumbers();
  CatalogueNumbers(const CatalogueNumbers&) = delete;
  CatalogueNumbers& operator=(const CatalogueNumbers&) = delete;

  /// Nothing: no number stands there.
  std::optional<std::uint64_t> at(std::string_view place) const;
  /// Those of the kind that the answer has values for, in the order of the table.
  std::vector<CatalogueChoices> choices(const CatalogueKind& kind) const;

 private:
  struct Answer;
  std::unique_ptr<Answer> answer_;
};

}  // namespace tagtrail::host
