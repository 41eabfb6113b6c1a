// What scikit-learn's SGDClassifier does for any loss with its default settings: L2 penalty 1e-4,
// learning rate "optimal", one shuffled pass a batch.
#pragma once

#include <cstdint>
#include <vector>

#include "learn/linear_model.hpp"
#include "learn/online_classifier.hpp"

namespace tagtrail {

class SgdLinear : public OnlineClassifier {
 public:
  SgdLinear(std::size_t dimension, InputKind kind) : model_(dimension, kind) {}

  void partial_fit(const std::vector<LabelledExample>& batch) override;
  double decision(const SparseVector& features) const override { return model_.decision(features); }

  std::vector<double> weights() const { return model_.weights(); }
  double intercept() const { return model_.intercept(); }

  void save(ByteWriter& out) const override;
  bool load(ByteReader& in) override;

 private:
  /// Derivative of the loss by the decision, for a label y of 1 or -1.
  virtual double gradient(double decision, double y) const = 0;
  void step(const LabelledExample& example);

  LinearModel model_;
  std::uint64_t steps_ = 0;
};

}  // namespace tagtrail
