#include "learn/value_model.hpp"

#include <algorithm>

#include "learn/changed_slots.hpp"

namespace tagtrail {
namespace {

constexpr double kNoise = 0.8;  // variance of a label
constexpr double kInitialVariance = 0.8 / 30;
constexpr double kMinSupport = 0.02;
constexpr double kMinVariance = 1e-4;

}  // namespace

ValueModel::ValueModel() : model_(kInitialVariance), updated_(kFeatureSlots, 0) {}

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
    if (updated_[slot] != 0) continue;
    updated_[slot] = 1;
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
  save_changed(out, updated_, std::uint8_t{0}, [](FeatureSlot) {});
}

bool ValueModel::load(ByteReader& in) {
  if (!model_.load(in)) return false;
  const std::size_t count = in.count();
  std::uint64_t slot = 0;
  for (std::size_t i = 0; i < count; ++i) {
    slot += in.var();
    if (slot >= kFeatureSlots) return false;
    updated_[static_cast<FeatureSlot>(slot)] = 1;
  }
  return in.ok();
}

}  // namespace tagtrail
