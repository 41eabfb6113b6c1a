#include "crawl/early_stopping.hpp"

namespace tagtrail {

bool EarlyStopper::update(std::uint64_t requests, std::uint64_t targets) {
  if (!options_.enabled || requests < last_requests_ + options_.nu) return stopped();
  const double slope =
      static_cast<double>(targets - last_targets_) / static_cast<double>(requests - last_requests_);
  average_ = any_slope_ ? options_.gamma * slope + (1.0 - options_.gamma) * average_ : slope;
  any_slope_ = true;
  last_requests_ = requests;
  last_targets_ = targets;
  low_ = average_ < options_.epsilon ? low_ + 1 : 0;
  return stopped();
}

void EarlyStopper::save(ByteWriter& out) const {
  out.var(last_requests_);
  out.var(last_targets_);
  out.f64(average_);
  out.boolean(any_slope_);
  out.var(low_);
}

bool EarlyStopper::load(ByteReader& in) {
  last_requests_ = in.var();
  last_targets_ = in.var();
  average_ = in.f64();
  any_slope_ = in.boolean();
  low_ = static_cast<std::uint32_t>(in.var());
  return in.ok();
}

}  // namespace tagtrail
