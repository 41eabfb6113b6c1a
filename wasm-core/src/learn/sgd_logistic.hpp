// Online logistic regression by stochastic gradient descent, number for number as the published
// method uses it (scikit-learn's SGDClassifier, loss log_loss, partial_fit; research notes sections
// 1 and 4): L2 penalty 1e-4, learning rate "optimal", one pass a batch, shuffled by the same seed
// each time, intercept decay 0.01 for sparse inputs.
#pragma once

#include <cstdint>
#include <vector>

#include "tagtrail/bytes.hpp"

namespace tagtrail {

/// One feature of a sparse example.
struct Feature {
  std::uint32_t index = 0;
  double value = 0;
};
using SparseVector = std::vector<Feature>;

struct LabelledExample {
  SparseVector features;
  bool positive = false;
};

class SgdLogistic {
 public:
  explicit SgdLogistic(std::size_t dimension) : weights_(dimension, 0.0) {}

  /// One pass over the batch, in the order that the fixed seed shuffles it to.
  void partial_fit(const std::vector<LabelledExample>& batch);
  /// w.x + b; its sign is the prediction. 0 before the first fit.
  double decision(const SparseVector& features) const;
  /// 1 / (1 + exp(-decision)).
  double probability(const SparseVector& features) const;

  std::vector<double> weights() const;
  double intercept() const { return intercept_; }

  void save(ByteWriter& out) const;
  bool load(ByteReader& in);

 private:
  void step(const LabelledExample& example);
  void rescale();

  std::vector<double> weights_;  ///< to be multiplied by scale_
  double scale_ = 1.0;           ///< so that the L2 penalty costs O(1) a step
  double intercept_ = 0.0;
  std::uint64_t steps_ = 0;
};

}  // namespace tagtrail
