// w.x + b with what all linear learners of scikit-learn share: the scale that makes an L2 penalty
// cheap, the decay of the intercept's steps, the order in which a batch is shuffled.
#pragma once

#include <cstdint>
#include <vector>

#include "learn/example.hpp"
#include "tagtrail/bytes.hpp"

namespace tagtrail {

/// How scikit-learn was given its examples, which decides how fast the intercept learns.
enum class InputKind : std::uint8_t { sparse, dense };

class LinearModel {
 public:
  LinearModel(std::size_t dimension, InputKind kind)
      : weights_(dimension, 0.0), intercept_decay_(kind == InputKind::sparse ? 0.01 : 1.0) {}

  double decision(const SparseVector& features) const;
  /// w <- factor * w.
  void shrink(double factor);
  /// w <- w + step * x, b <- b + decay * step.
  void add(const SparseVector& features, double step);

  std::vector<double> weights() const;
  double intercept() const { return intercept_; }

  void save(ByteWriter& out) const;
  bool load(ByteReader& in);

 private:
  void fold_in_scale();

  std::vector<double> weights_;  ///< to be multiplied by scale_
  double scale_ = 1.0;           ///< so that a shrink costs O(1)
  double intercept_ = 0.0;
  double intercept_decay_;
};

/// The order in which scikit-learn visits a batch of so many examples with random_state=42: the
/// same at each call of partial_fit.
std::vector<std::size_t> batch_order(std::size_t count);

}  // namespace tagtrail
