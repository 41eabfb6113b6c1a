#include "policies/lstm.hpp"

#include <algorithm>

#include "policies/kernels.hpp"

namespace tagtrail {

LstmRun lstm_forward(const LstmShape& shape, const float* weights, const float* inputs,
                     std::size_t steps) {
  const std::size_t units = shape.units;
  LstmRun run;
  run.steps = steps;
  run.gates.resize(steps * 4 * units);
  run.cells.resize((steps + 1) * units);
  run.tanh_cells.resize(steps * units);
  run.hidden.resize((steps + 1) * units);
  for (std::size_t t = 0; t < steps; ++t) {
    float* gates = run.gates.data() + t * 4 * units;
    std::copy_n(weights + shape.biases(), 4 * units, gates);
    kernels::add_product(inputs + t * shape.inputs, shape.inputs, weights, 4 * units, gates);
    kernels::add_product(run.hidden.data() + t * units, units, weights + shape.recurrent(),
                         4 * units, gates);
    kernels::sigmoid_all(gates, 3 * units);
    kernels::tanh_all(gates + 3 * units, units);
    const float* before = run.cells.data() + t * units;
    float* cell = run.cells.data() + (t + 1) * units;
    float* tanh_cell = run.tanh_cells.data() + t * units;
    for (std::size_t k = 0; k < units; ++k) {
      cell[k] = gates[units + k] * before[k] + gates[k] * gates[3 * units + k];
      tanh_cell[k] = cell[k];
    }
    kernels::tanh_all(tanh_cell, units);
    float* hidden = run.hidden.data() + (t + 1) * units;
    for (std::size_t k = 0; k < units; ++k) hidden[k] = gates[2 * units + k] * tanh_cell[k];
  }
  return run;
}

void lstm_backward(const LstmShape& shape, const float* weights, const float* inputs,
                   const LstmRun& run, const std::vector<float>& d_output, float* gradient) {
  const std::size_t units = shape.units;
  std::vector<float> d_gates(run.steps * 4 * units);
  std::vector<float> d_hidden(units);
  std::vector<float> d_cell(units);
  for (std::size_t t = run.steps; t-- > 0;) {
    const float* gates = run.gates.data() + t * 4 * units;
    const float* before = run.cells.data() + t * units;
    const float* tanh_cell = run.tanh_cells.data() + t * units;
    float* d = d_gates.data() + t * 4 * units;
    for (std::size_t k = 0; k < units; ++k) {
      const float in = gates[k];
      const float forget = gates[units + k];
      const float out = gates[2 * units + k];
      const float candidate = gates[3 * units + k];
      const float dh = d_output[k] + d_hidden[k];
      const float dc = d_cell[k] + dh * out * (1.0F - tanh_cell[k] * tanh_cell[k]);
      d[k] = dc * candidate * in * (1.0F - in);
      d[units + k] = dc * before[k] * forget * (1.0F - forget);
      d[2 * units + k] = dh * tanh_cell[k] * out * (1.0F - out);
      d[3 * units + k] = dc * in * (1.0F - candidate * candidate);
      d_cell[k] = dc * forget;
    }
    kernels::transposed_product(weights + shape.recurrent(), units, 4 * units, d, d_hidden.data());
  }
  kernels::add_outer(inputs, shape.inputs, d_gates.data(), 4 * units, run.steps, gradient);
  kernels::add_outer(run.hidden.data(), units, d_gates.data(), 4 * units, run.steps,
                     gradient + shape.recurrent());
  float* biases = gradient + shape.biases();
  for (std::size_t t = 0; t < run.steps; ++t) {
    for (std::size_t k = 0; k < 4 * units; ++k) biases[k] += d_gates[t * 4 * units + k];
  }
}

}  // namespace tagtrail
