#include "learn/value_model.hpp"

#include <algorithm>

namespace tagtrail {
namespace {

constexpr double kNoise = 0.8;  // variance of a label
constexpr double kInitialVariance = 0.8 / 30;
constexpr double kMinSupport = 0.02;
constexpr double kMinVariance = 1e-4;

}  // namespace

/// The first update leaves less than the variance of what is unknown, whoever shares it: that tells
/// whether there was one.
void ValueModel::update(std::span<const FeatureSlot> slots, double z) {
  for (const FeatureSlot slot : slots) {
    FeatureRow& row = features_[slot];
    if (row.value.variance != kUnknownValue.variance) continue;
    row.value.variance = static_cast<float>(
        kInitialVariance * std::max(kMinSupport, FeatureTable::shared_by(row.seen)));
  }
  const double error = z - features_.mean(&FeatureRow::value, slots);
  const double denominator = features_.variance(&FeatureRow::value, slots) + kNoise;
  for (const FeatureSlot slot : slots) {
    FeatureWeight& weight = features_[slot].value;
    const double gain = double{weight.variance} / denominator;
    weight.mean = static_cast<float>(double{weight.mean} + gain * error);
    weight.variance =
        static_cast<float>(std::max(double{weight.variance} * (1.0 - gain), kMinVariance));
  }
}

void ValueModel::correct(std::span<const FeatureSlot> slots, double delta, double rate) {
  const double denominator = features_.variance(&FeatureRow::value, slots) + kNoise;
  for (const FeatureSlot slot : slots) {
    FeatureWeight& weight = features_[slot].value;
    weight.mean = static_cast<float>(double{weight.mean} +
                                     rate * double{weight.variance} / denominator * delta);
  }
}

}  // namespace tagtrail
