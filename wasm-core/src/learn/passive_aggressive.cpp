#include "learn/passive_aggressive.hpp"

#include <algorithm>

namespace tagtrail {
namespace {

constexpr double kC = 1.0;  // the longest step

double squared_norm(const SparseVector& features) {
  double sum = 0.0;
  for (const Feature& feature : features) sum += feature.value * feature.value;
  return sum;
}

}  // namespace

void PassiveAggressive::partial_fit(const std::vector<LabelledExample>& batch) {
  for (const std::size_t i : batch_order(batch.size())) {
    const LabelledExample& example = batch[i];
    const double norm = squared_norm(example.features);
    if (norm == 0.0) continue;
    const double y = example.positive ? 1.0 : -1.0;
    const double loss = std::max(0.0, 1.0 - y * model_.decision(example.features));
    model_.add(example.features, y * std::min(kC, loss / norm));
  }
}

}  // namespace tagtrail
