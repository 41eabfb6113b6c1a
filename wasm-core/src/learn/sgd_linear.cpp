#include "learn/sgd_linear.hpp"

namespace tagtrail {
namespace {

constexpr double kAlpha = 1e-4;          // L2 penalty
constexpr double kOptimalInit = 1000.0;  // eta_t = 1 / (alpha * (1000 + t - 1))

}  // namespace

void SgdLinear::partial_fit(const std::vector<LabelledExample>& batch) {
  for (const std::size_t i : batch_order(batch.size())) step(batch[i]);
}

void SgdLinear::step(const LabelledExample& example) {
  const double eta = 1.0 / (kAlpha * (kOptimalInit + static_cast<double>(steps_)));
  ++steps_;
  const double step =
      -eta * gradient(model_.decision(example.features), example.positive ? 1.0 : -1.0);
  model_.shrink(1.0 - eta * kAlpha);
  model_.add(example.features, step);
}

void SgdLinear::save(ByteWriter& out) const {
  out.var(steps_);
  model_.save(out);
}

bool SgdLinear::load(ByteReader& in) {
  steps_ = in.var();
  return model_.load(in);
}

}  // namespace tagtrail
