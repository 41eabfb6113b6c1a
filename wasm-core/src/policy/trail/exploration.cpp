#include "policy/trail/exploration.hpp"

#include <algorithm>
#include <cmath>

#include "tagtrail/math.hpp"

namespace tagtrail {
namespace {

constexpr double kDecay = 0.999;

}  // namespace

void Exploration::observe(double label) {
  weight_ = weight_ * kDecay + 1;
  squares_ = squares_ * kDecay + label * label;
  ++labels_;
  scale_ = std::max(least_scale_, std::sqrt(squares_ / weight_));
  log_time_ = math::log(2.0 + static_cast<double>(labels_));
}

double Exploration::bonus(double novelty, const Place& tags, const Place& section) const {
  const double failures = static_cast<double>(section.failures);
  const double tries = static_cast<double>(std::max(tags.tries, section.tries));
  return scale_ * (parameters_.novelty_bonus *
                       std::sqrt(novelty / (1 + parameters_.failure_damping * failures)) +
                   parameters_.count_bonus * std::sqrt(log_time_ / (1 + tries)));
}

void Exploration::save(ByteWriter& out) const {
  out.f64(squares_);
  out.f64(weight_);
  out.var(labels_);
  out.f64(scale_);
  out.f64(log_time_);
}

bool Exploration::load(ByteReader& in) {
  squares_ = in.f64();
  weight_ = in.f64();
  labels_ = in.var();
  scale_ = in.f64();
  log_time_ = in.f64();
  return in.ok() && std::isfinite(squares_) && std::isfinite(weight_) && std::isfinite(scale_) &&
         std::isfinite(log_time_);
}

}  // namespace tagtrail
