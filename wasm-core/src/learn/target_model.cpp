#include "learn/target_model.hpp"

#include <algorithm>

#include "tagtrail/math.hpp"

namespace tagtrail {
namespace {

constexpr double kMaxLogit = 30;
constexpr double kMinCurvature = 1e-4;
constexpr double kLeastVariance = 1e-3;

}  // namespace

double TargetModel::prior(ExtensionClass extension) const {
  if (!trust_) return -2;
  switch (extension) {
    case ExtensionClass::target:
      return 3;
    case ExtensionClass::page:
      return -3;
    case ExtensionClass::media:
      return -4;
    case ExtensionClass::unknown:
      return -2;
  }
  return -2;
}

double TargetModel::probability(double sum, ExtensionClass extension) const {
  const double logit = std::clamp(prior(extension) + sum, -kMaxLogit, kMaxLogit);
  return 1.0 / (1.0 + math::exp(-logit));
}

void TargetModel::update(std::span<const FeatureSlot> slots, ExtensionClass extension,
                         double target) {
  const double p = probability(slots, extension);
  const double curvature = std::max(kMinCurvature, p * (1.0 - p));
  const double denominator = 1.0 + curvature * features_.variance(weight_, slots);
  const double error = target - p;
  for (const FeatureSlot slot : slots) {
    FeatureWeight& weight = features_[slot].*weight_;
    const double variance = weight.variance;
    weight.mean = static_cast<float>(double{weight.mean} + variance * error / denominator);
    weight.variance = static_cast<float>(
        std::max(variance * (1.0 - variance * curvature / denominator), kLeastVariance));
  }
}

}  // namespace tagtrail
