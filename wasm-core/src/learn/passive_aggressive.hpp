// Online passive-aggressive classifier (`pa`; Crammer et al. 2006, PA-I with C = 1):
// PassiveAggressiveClassifier with hinge loss. Each example moves the weights as little as makes
// its margin 1, but no further than C; nothing is ever shrunk.
#pragma once

#include "learn/linear_model.hpp"
#include "learn/online_classifier.hpp"

namespace tagtrail {

class PassiveAggressive final : public OnlineClassifier {
 public:
  explicit PassiveAggressive(std::size_t dimension) : model_(dimension, InputKind::sparse) {}

  void partial_fit(const std::vector<LabelledExample>& batch) override;
  double decision(const SparseVector& features) const override { return model_.decision(features); }

  std::vector<double> weights() const { return model_.weights(); }
  double intercept() const { return model_.intercept(); }

  void save(ByteWriter& out) const override { model_.save(out); }
  bool load(ByteReader& in) override { return model_.load(in); }

 private:
  LinearModel model_;
};

}  // namespace tagtrail
