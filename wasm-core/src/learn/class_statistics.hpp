// What the examples of two classes had, feature by feature: all that a naive Bayes classifier
// knows, and what a leaf of a Hoeffding tree decides by.
#pragma once

#include <array>
#include <vector>

#include "learn/gaussian_estimate.hpp"
#include "learn/instance.hpp"
#include "learn/presence_counts.hpp"

namespace tagtrail {

/// Something for each class: [1] for the good one.
using ByClass = std::array<double, 2>;

class ClassStatistics {
 public:
  struct Class {
    PresenceCounts presences;
    std::vector<GaussianEstimate> numbers;
  };

  explicit ClassStatistics(InstanceShape shape);

  void add(const Instance& instance, bool good);
  const Class& of(bool good) const { return classes_[good ? 1 : 0]; }
  std::uint32_t examples(bool good) const { return of(good).presences.examples(); }
  /// Slots that are kept track of, in both classes together.
  std::size_t slots() const;

  /// P(good | instance) by Bayes' rule with these weights of the classes as their prior, the
  /// features taken to be independent. 0.5 when the instance is impossible in both classes.
  double probability(const Instance& instance, const ByClass& weights) const;

  void save(ByteWriter& out) const;
  bool load(ByteReader& in);

 private:
  double log_likelihood(const Instance& instance, bool good) const;
  /// Whether a number has had different values in both classes. Before, it says nothing: a class
  /// that has shown one value only would make all others impossible.
  bool varies(std::size_t number) const;

  InstanceShape shape_;
  std::array<Class, 2> classes_;
};

}  // namespace tagtrail
