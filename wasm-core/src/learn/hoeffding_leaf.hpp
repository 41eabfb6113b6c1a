// A leaf of a Hoeffding tree: what reached it, and its word on an instance.
#pragma once

#include <optional>

#include "learn/class_statistics.hpp"
#include "learn/split_search.hpp"

namespace tagtrail {

class HoeffdingLeaf {
 public:
  /// `weights`: examples of each class that its parent had for it.
  HoeffdingLeaf(InstanceShape shape, const ByClass& weights)
      : weights_(weights), tried_at_(weight()), statistics_(shape) {}

  /// P(good | instance): the share of good examples, or naive Bayes over those seen here, whichever
  /// was right more often here; naive Bayes among equals.
  double probability(const Instance& instance) const;
  void learn(const Instance& instance, bool good);

  /// The split that it is time for, if any: tried after every 200 examples of both classes, made
  /// when the best feature is ahead of the second by the Hoeffding bound, or the bound is under
  /// 0.05.
  std::optional<Split> split_due();

  /// Examples that the share of the larger class gets wrong.
  double promise() const;
  /// Slots it keeps track of.
  std::size_t slots() const { return statistics_.slots(); }
  bool observes() const { return observes_; }
  /// Forgets its statistics for good: from now on it only counts classes.
  void stop_observing(InstanceShape shape);

  void save(ByteWriter& out) const;
  bool load(ByteReader& in);

 private:
  double weight() const { return weights_[0] + weights_[1]; }
  double bayes(const Instance& instance) const;
  bool is_pure() const { return weights_[0] == 0 || weights_[1] == 0; }

  ByClass weights_;  ///< with those of its parent
  double tried_at_;  ///< weight() when a split was tried last
  std::uint64_t majority_right_ = 0;
  std::uint64_t bayes_right_ = 0;
  bool observes_ = true;
  ClassStatistics statistics_;  ///< of what was seen here
};

}  // namespace tagtrail
