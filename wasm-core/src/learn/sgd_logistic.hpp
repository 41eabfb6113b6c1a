// Online logistic regression (`lr`), the published method's URL classifier: SGDClassifier with
// loss="log_loss".
#pragma once

#include "learn/sgd_linear.hpp"

namespace tagtrail {

class SgdLogistic final : public SgdLinear {
 public:
  explicit SgdLogistic(std::size_t dimension, InputKind kind = InputKind::sparse)
      : SgdLinear(dimension, kind) {}

 private:
  double gradient(double decision, double y) const override;
};

}  // namespace tagtrail
