// Ids by their scores, the highest first; a score can be changed in place. Ties go to the lower id.
#pragma once

#include <cstdint>
#include <vector>

#include "tagtrail/bytes.hpp"

namespace tagtrail {

class ScoreHeap {
 public:
  std::size_t size() const { return heap_.size(); }
  bool empty() const { return heap_.empty(); }
  bool contains(std::uint32_t id) const { return id < at_.size() && at_[id] != kAbsent; }
  /// Of one that is not empty.
  std::uint32_t top() const { return heap_.front().id; }
  double top_score() const { return heap_.front().score; }
  /// The score of the best but one; of one with two ids.
  double second_score() const;

  /// Adds the id, or changes its score.
  void set(std::uint32_t id, double score);
  void remove(std::uint32_t id);

 private:
  struct Entry {
    double score = 0;
    std::uint32_t id = 0;
  };
  static constexpr std::uint32_t kAbsent = 0xFFFFFFFFU;
  auto heap();

  std::vector<Entry> heap_;
  std::vector<std::uint32_t> at_;  ///< by id
};

}  // namespace tagtrail
