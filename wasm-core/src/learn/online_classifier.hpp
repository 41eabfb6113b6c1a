// A classifier of two classes that learns batch by batch. Each learner gives, number for number,
// what scikit-learn's partial_fit gives with the settings of the published method.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "learn/example.hpp"
#include "tagtrail/bytes.hpp"

namespace tagtrail {

class OnlineClassifier {
 public:
  virtual ~OnlineClassifier() = default;

  /// One pass over the batch. Feature indices must be under the learner's dimension.
  virtual void partial_fit(const std::vector<LabelledExample>& batch) = 0;
  /// Over 0: positive. 0 before the first fit.
  virtual double decision(const SparseVector& features) const = 0;
  /// 1 / (1 + exp(-decision)): the probability of the positive class for learners that model one;
  /// for others (svm, pa) only a number between 0 and 1 that grows with the decision.
  double probability(const SparseVector& features) const;

  virtual void save(ByteWriter& out) const = 0;
  /// False when malformed.
  virtual bool load(ByteReader& in) = 0;
};

/// `lr`, `svm`, `nb` or `pa` (SbParameters::classifier), for sparse inputs; null when there is none
/// of that name.
std::unique_ptr<OnlineClassifier> make_classifier(std::string_view name, std::size_t dimension);

}  // namespace tagtrail
