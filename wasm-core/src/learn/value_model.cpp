#include "learn/value_model.hpp"

#include <algorithm>
#include <utility>

namespace tagtrail {
namespace {

constexpr double kNoise = 0.8;  // variance of a label
constexpr double kInitialVariance = 0.8 / 30;
constexpr double kMinSupport = 0.02;
constexpr double kMinVariance = 1e-4;

}  // namespace

ValueModel::ValueModel() : model_(kInitialVariance) {}

double ValueModel::novelty(std::span<const FeatureSlot> slots,
                           const FeatureSupport& support) const {
  double sum = 0;
  for (const FeatureSlot slot : slots) {
    sum += double{model_[slot].variance} * support.waiting(slot);
  }
  return sum;
}

void ValueModel::update(std::span<const FeatureSlot> slots, double z,
                        const FeatureSupport& support) {
  for (const FeatureSlot slot : slots) {
    if (std::exchange(updated_[slot], true)) continue;
    model_[slot].variance =
        static_cast<float>(kInitialVariance * std::max(kMinSupport, support.discovered(slot)));
  }
  const double error = z - model_.mean(slots);
  const double denominator = model_.variance(slots) + kNoise;
  for (const FeatureSlot slot : slots) {
    HashedWeight& weight = model_[slot];
    const double gain = double{weight.variance} / denominator;
    weight.mean = static_cast<float>(double{weight.mean} + gain * error);
    weight.variance =
        static_cast<float>(std::max(double{weight.variance} * (1.0 - gain), kMinVariance));
  }
}

void ValueModel::correct(std::span<const FeatureSlot> slots, double delta, double rate) {
  const double denominator = model_.variance(slots) + kNoise;
  for (const FeatureSlot slot : slots) {
    HashedWeight& weight = model_[slot];
    weight.mean = static_cast<float>(double{weight.mean} +
                                     rate * double{weight.variance} / denominator * delta);
  }
}

void ValueModel::save(ByteWriter& out) const {
  model_.save(out);
  updated_.save(out, [](bool) {});
}

bool ValueModel::load(ByteReader& in) {
  return model_.load(in) && updated_.load(in, 0, [](bool& updated) { return updated = true; });
}

}  // namespace tagtrail
