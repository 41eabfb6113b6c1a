// One direction of a long short-term memory layer: forward over a sequence, and back through time.
#pragma once

#include <cstddef>
#include <vector>

namespace tagtrail {

struct LstmShape {
  std::size_t inputs = 0;
  std::size_t units = 0;

  /// Weights in one array: inputs x 4 units, units x 4 units, 4 biases a unit. The four are input,
  /// forget, output gate and candidate.
  std::size_t weights() const { return 4 * units * (inputs + units + 1); }
  std::size_t recurrent() const { return 4 * units * inputs; }
  std::size_t biases() const { return 4 * units * (inputs + units); }
};

/// What the way back needs of the way forward.
struct LstmRun {
  std::size_t steps = 0;
  std::vector<float> gates;       ///< steps x 4 units, after their functions
  std::vector<float> cells;       ///< (steps + 1) x units, the first row zero
  std::vector<float> tanh_cells;  ///< steps x units
  std::vector<float> hidden;      ///< (steps + 1) x units, the first row zero
};

/// `inputs` is steps x shape.inputs.
LstmRun lstm_forward(const LstmShape& shape, const float* weights, const float* inputs,
                     std::size_t steps);

/// Adds to `gradient` what a loss with the derivative `d_output` after each step's output (the same
/// for all steps: the outputs are averaged) gives.
void lstm_backward(const LstmShape& shape, const float* weights, const float* inputs,
                   const LstmRun& run, const std::vector<float>& d_output, float* gradient);

}  // namespace tagtrail
