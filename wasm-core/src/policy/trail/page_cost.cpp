#include "policy/trail/page_cost.hpp"

#include <algorithm>
#include <cmath>

namespace tagtrail {
namespace {

constexpr double kMinCost = 0.02;  // even an empty answer is a request

}  // namespace

void PageCost::observe(PlaceId place, std::uint64_t bytes) {
  if (!by_bytes_) return;
  if (place >= by_place_.size()) by_place_.resize(std::size_t{place} + 1);
  for (Weight* weight : {&all_, &by_place_[place]}) {
    weight->bytes += static_cast<double>(bytes);
    weight->answers += 1;
  }
}

double PageCost::mean() const { return all_.bytes > 0 ? all_.bytes / all_.answers : 1; }

/// A place of which little is known is taken to be like all others.
double PageCost::expected(PlaceId place) const {
  if (!by_bytes_ || place >= by_place_.size() || all_.bytes <= 0) return 1;
  const Weight& weight = by_place_[place];
  const double bytes = (weight.bytes + mean()) / (weight.answers + 1);
  return std::max(kMinCost, bytes / mean());
}

double PageCost::known(std::uint64_t bytes) const {
  if (!by_bytes_ || all_.bytes <= 0) return 1;
  return std::max(kMinCost, static_cast<double>(bytes) / mean());
}

void PageCost::save(ByteWriter& out) const {
  out.f64(all_.bytes);
  out.f64(all_.answers);
  out.var(by_place_.size());
  for (const Weight& weight : by_place_) {
    out.f64(weight.bytes);
    out.f64(weight.answers);
  }
}

bool PageCost::load(ByteReader& in) {
  const auto sound = [](const Weight& weight) {
    return std::isfinite(weight.bytes) && std::isfinite(weight.answers) && weight.bytes >= 0 &&
           weight.answers >= 0;
  };
  all_.bytes = in.f64();
  all_.answers = in.f64();
  by_place_.resize(in.count(16));
  for (Weight& weight : by_place_) {
    weight.bytes = in.f64();
    weight.answers = in.f64();
    if (!sound(weight)) return false;
  }
  return in.ok() && sound(all_);
}

}  // namespace tagtrail
