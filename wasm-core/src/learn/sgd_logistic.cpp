#include "learn/sgd_logistic.hpp"

#include "tagtrail/math.hpp"

namespace tagtrail {

/// With the same cut-offs as scikit-learn.
double SgdLogistic::gradient(double decision, double y) const {
  const double z = decision * y;
  if (z > 18.0) return math::exp(-z) * -y;
  if (z < -18.0) return -y;
  return -y / (math::exp(z) + 1.0);
}

}  // namespace tagtrail
