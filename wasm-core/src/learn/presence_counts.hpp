// How often the examples of one class had each feature, and how likely that makes an example.
// Touches only features that an example has: the many that were never seen cost nothing.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "tagtrail/bytes.hpp"

namespace tagtrail {

class PresenceCounts {
 public:
  struct Entry {
    std::uint32_t slot = 0;
    std::uint32_t count = 0;  ///< examples that had it, at least 1
  };

  /// One example with these slots (ascending, each once).
  void add(const std::vector<std::uint32_t>& present);

  std::uint32_t examples() const { return examples_; }
  std::uint32_t count(std::uint32_t slot) const;
  /// The slots seen so far, ascending.
  const std::vector<Entry>& entries() const { return entries_; }

  /// log P(slot present or absent | class) with Laplace's correction over the values that the class
  /// has shown: a slot that was never present is absent with certainty, and present with
  /// 1 / (examples + 1).
  double log_probability(std::uint32_t slot, bool present) const;
  /// The sum over all slots there are, for an example that has exactly these.
  double log_likelihood(const std::vector<std::uint32_t>& present) const;

  void save(ByteWriter& out) const;
  /// False when malformed or when a slot is not below `slots`.
  bool load(ByteReader& in, std::uint32_t slots);

 private:
  /// How many slots have the same count: with it, the many absent features of an example take as
  /// long as there are different counts.
  struct Tally {
    std::uint32_t count = 0;
    std::uint32_t slots = 0;
  };
  void count_one_more(Entry& entry);
  void tally(std::uint32_t count);
  double log_all_absent() const;

  std::uint32_t examples_ = 0;
  std::vector<Entry> entries_;                ///< ascending by slot
  std::vector<Tally> tallies_;                ///< ascending by count
  mutable std::optional<double> all_absent_;  ///< log_all_absent() since the last example
};

}  // namespace tagtrail
