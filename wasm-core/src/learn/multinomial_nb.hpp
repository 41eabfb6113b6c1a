// Online multinomial naive Bayes (`nb`): MultinomialNB with alpha=1. The counts are kept and, for
// quick predictions, their logarithms.
#pragma once

#include <array>
#include <vector>

#include "learn/online_classifier.hpp"

namespace tagtrail {

class MultinomialNb final : public OnlineClassifier {
 public:
  explicit MultinomialNb(std::size_t dimension);

  /// Feature values must not be negative.
  void partial_fit(const std::vector<LabelledExample>& batch) override;
  /// log P(positive | x) - log P(negative | x); infinite while only one class was seen.
  double decision(const SparseVector& features) const override;

  /// log P(feature | class), smoothed.
  double log_probability(bool positive, std::uint32_t feature) const;
  /// log P(class); -infinity for a class never seen.
  double log_prior(bool positive) const;

  void save(ByteWriter& out) const override;
  bool load(ByteReader& in) override;

 private:
  struct Class {
    std::vector<double> counts;      ///< how often each feature occurred
    std::vector<double> log_counts;  ///< log(count + 1)
    double total = 0;                ///< of counts
    double examples = 0;
  };
  Class& of(bool positive) { return classes_[positive ? 1 : 0]; }
  const Class& of(bool positive) const { return classes_[positive ? 1 : 0]; }
  double log_total(const Class& c) const;

  std::array<Class, 2> classes_;
};

}  // namespace tagtrail
