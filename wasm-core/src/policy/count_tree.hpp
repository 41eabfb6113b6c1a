// Counts by index, among all of which one can be drawn: sums are found in a logarithm of their
// number (Fenwick, "A new data structure for cumulative frequency tables", 1994).
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace tagtrail {

class CountTree {
 public:
  std::uint64_t total() const { return total_; }
  std::uint64_t count(std::size_t index) const {
    return index < counts_.size() ? counts_[index] : 0;
  }

  void set(std::size_t index, std::uint64_t count) {
    if (index >= counts_.size()) grow(index + 1);
    const std::uint64_t change = count - std::exchange(counts_[index], count);  // modulo 2^64
    total_ += change;
    for (std::size_t at = index + 1; at < sums_.size(); at += at & (~at + 1)) sums_[at] += change;
  }

  struct Place {
    std::size_t index = 0;
    std::uint64_t at = 0;  ///< below the count there
  };
  /// Where the `drawn`-th one is, counted through all from 0; below total().
  Place find(std::uint64_t drawn) const {
    std::size_t at = 0;
    for (std::size_t step = sums_.size() / 2; step > 0; step /= 2) {
      if (at + step < sums_.size() && sums_[at + step] <= drawn) {
        at += step;
        drawn -= sums_[at];
      }
    }
    return {at, drawn};
  }

 private:
  /// To a power of two, of which sums_ has one more.
  void grow(std::size_t size) {
    std::size_t room = counts_.empty() ? 1 : counts_.size();
    while (room < size) room *= 2;
    std::vector<std::uint64_t> counts = std::exchange(counts_, {});
    counts_.assign(room, 0);
    sums_.assign(2 * room, 0);
    total_ = 0;
    for (std::size_t index = 0; index < counts.size(); ++index) set(index, counts[index]);
  }

  std::vector<std::uint64_t> counts_;
  std::vector<std::uint64_t> sums_;
  std::uint64_t total_ = 0;
};

}  // namespace tagtrail
