// Online linear support vector machine (`svm`): SGDClassifier with loss="hinge".
#pragma once

#include "learn/sgd_linear.hpp"

namespace tagtrail {

class SgdSvm final : public SgdLinear {
 public:
  explicit SgdSvm(std::size_t dimension) : SgdLinear(dimension, InputKind::sparse) {}

 private:
  double gradient(double decision, double y) const override;
};

}  // namespace tagtrail
