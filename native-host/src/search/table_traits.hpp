// What of a table is compared with others: names and kinds of its columns, values of texts, and
// where it lies among all tables.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "search/file_words.hpp"
#include "search/search_index.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// What of a column is compared.
struct ColumnTraits {
  std::string name;  ///< as written
  char kind = 'x';   ///< n: numbers, d: dates and times, b: yes or no, t: texts, x: anything
  /// Hashes of different texts without case and accents, ascending. An index keeps the smallest
  /// few, which are as good as drawn by lot, and the same ones of the same texts.
  std::vector<std::uint32_t> values{};
  bool more = false;  ///< it has others
};

struct TableTraits {
  std::string kin;  ///< the beginning of TableLook::kin
  std::vector<ColumnTraits> columns;
};

/// Where a table lies among all tables: like ones are near. The same on every machine.
class TableVector {
 public:
  static constexpr std::size_t kSize = 128;

  /// The same way as these sums.
  static TableVector along(const std::array<std::int64_t, kSize>& sums);
  /// Errors: invalid_data.
  static Expected<TableVector> from(std::string_view stored);
  std::string_view stored() const;

  /// The cosine of the angle between them: 1: as near as can be, about 0: nothing in common.
  double nearness(const TableVector& other) const;

 private:
  std::int32_t times(const TableVector& other) const;

  std::array<std::int8_t, kSize> at_{};
  std::int32_t squares_ = 0;
};

struct DescribedTable {
  TableTraits traits;
  TableVector vector;
};

/// `title`: what is said of the table as a whole.
DescribedTable describe(const TableLook& look, const TableWords& words, std::string_view title);

/// As an index keeps it: of the first text columns a few values each.
IndexedTraits stored_traits(const DescribedTable& table);
/// `names`: of the columns, a JSON array of texts. Errors: invalid_data.
Expected<TableTraits> traits_from(const IndexedTraits& stored, std::string_view names);

/// What is compared of the name of the column `at`: its words, or what it has for them (`%`). A
/// reader made up `field3` where there is none.
std::string key_of(std::string_view name, std::size_t at);
/// Of plain_words(): next year's edition is called the same but for that.
std::string without_years(std::string_view plain);
/// Columns of texts that have values.
std::size_t text_columns(const std::vector<ColumnTraits>& columns);

}  // namespace tagtrail::host
