// The Adam optimiser (Kingma and Ba 2015) at its usual constants, for networks whose weights lie in
// one array.
#pragma once

#include <vector>

#include "tagtrail/bytes.hpp"

namespace tagtrail {

class Adam {
 public:
  explicit Adam(std::size_t weights, float rate = 0.001F)
      : rate_(rate), mean_(weights, 0.0F), square_(weights, 0.0F) {}

  /// One step against the gradient; both arrays have the size given to the constructor.
  void step(std::vector<float>& weights, const std::vector<float>& gradient);

  void save(ByteWriter& out) const;
  bool load(ByteReader& in);

 private:
  float rate_;
  std::vector<float> mean_;    ///< running mean of the gradient
  std::vector<float> square_;  ///< and of its square
  double mean_power_ = 1.0;    ///< the decay to the power of steps made, for the bias correction
  double square_power_ = 1.0;
};

/// Numbers as their bits; load_floats() reads exactly values.size() and refuses NaN and infinities.
void save_floats(ByteWriter& out, const float* values, std::size_t count);
bool load_floats(ByteReader& in, float* values, std::size_t count);

}  // namespace tagtrail
