#include "learn/sgd_svm.hpp"

namespace tagtrail {

double SgdSvm::gradient(double decision, double y) const { return decision * y <= 1.0 ? -y : 0.0; }

}  // namespace tagtrail
