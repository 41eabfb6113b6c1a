#include "crawl/estimate_keeper.hpp"

#include <algorithm>
#include <cmath>

#include "tagtrail/math.hpp"

namespace tagtrail {
namespace {

// A page with many links changes what is expected until they have been judged, some requests later:
// only what lasts is told. Share of the requests made so far.
constexpr double kLasting = 0.02;
// How many times the lower end the upper one may be, for the range to be worth telling; and, so
// that it does not come and go, for it to stay.
constexpr double kNarrow = 1.5;
constexpr double kStaysTo = 2;
constexpr double kMostFiles = 1e15;
// A range moves when it would be half or twice as wide; rounding is finer than that.
constexpr double kOtherWidth = 2;
// The number moves when it is off by so much of the range, or not in it.
constexpr double kFarOff = 0.5;
constexpr double kLeastWider = 2;  // files: one more is no other range
constexpr double kStepsInRange = 10;

/// The largest of 1, 2, 5, 10, 20, ... that is at most `width`; at least 1.
std::uint64_t step_within(double width) {
  std::uint64_t step = 1;
  for (std::uint64_t ten = 1; static_cast<double>(ten) <= width; ten *= 10) {
    for (const std::uint64_t one : {ten, 2 * ten, 5 * ten}) {
      if (static_cast<double>(one) <= width) step = one;
    }
  }
  return step;
}

}  // namespace

/// How many files there are by the newest advice.
struct EstimateKeeper::Files {
  double number = 0;
  double low = 0;
  double high = 0;

  double width() const { return high - low; }
  bool within(double times) const { return high <= times * low && high < kMostFiles; }
  std::uint64_t step() const { return step_within(width() / kStepsInRange); }
  bool differs_from(const FileEstimate& told) const {
    if (number < static_cast<double>(told.low) || number > static_cast<double>(told.high)) {
      return true;
    }
    const auto before = static_cast<double>(told.high - told.low);
    return width() * kOtherWidth <= before ||
           width() >= std::max(kLeastWider, before * kOtherWidth);
  }
};

void EstimateKeeper::update(std::uint64_t requests, std::uint64_t found, const StopAdvice& advice) {
  if (!advice.known() || requests == 0) return;
  smooth(requests, advice);
  const StopAdvice lasting = StopAdvice::of(level_, advice.slope());
  const auto files = static_cast<double>(found);
  // Divided by a share that is all but 0, this is infinite, and not told.
  const Files fresh{files / lasting.share(), files / lasting.high(), files / lasting.low()};
  if (found == 0 || !fresh.within(told_ ? kStaysTo : kNarrow)) {
    told_.reset();
    return;
  }
  tell(fresh, found);
}

void EstimateKeeper::smooth(std::uint64_t requests, const StopAdvice& advice) {
  const auto since = static_cast<double>(requests - std::min(requests, requests_));
  const double span = kLasting * static_cast<double>(requests);
  const double weight = requests_ == 0 ? 1 : 1 - math::exp(-since / span);
  level_ += weight * (advice.level() - level_);
  requests_ = requests;
}

void EstimateKeeper::tell(const Files& fresh, std::uint64_t found) {
  const std::uint64_t step = fresh.step();
  FileEstimate next = told_.value_or(FileEstimate{});
  if (!told_ || fresh.differs_from(*told_)) {
    next.low = static_cast<std::uint64_t>(fresh.low) / step * step;
    next.high = (static_cast<std::uint64_t>(std::ceil(fresh.high)) + step - 1) / step * step;
  }
  next.low = std::max(next.low, found);
  next.high = std::max(next.high, next.low);
  const double off = std::abs(fresh.number - static_cast<double>(next.files));
  const bool is_far = off > kFarOff * static_cast<double>(next.high - next.low);
  if (next.files < next.low || next.files > next.high || is_far) {
    const auto nearest = static_cast<std::uint64_t>(fresh.number + static_cast<double>(step) / 2);
    next.files = std::clamp(nearest / step * step, next.low, next.high);
  }
  told_ = next;
}

void EstimateKeeper::save(ByteWriter& out) const {
  out.f64(level_);
  out.var(requests_);
  out.boolean(told_.has_value());
  if (!told_) return;
  out.var(told_->files);
  out.var(told_->low);
  out.var(told_->high);
}

bool EstimateKeeper::load(ByteReader& in) {
  level_ = in.f64();
  requests_ = in.var();
  told_.reset();
  if (in.boolean()) {
    told_.emplace();
    told_->files = in.var();
    told_->low = in.var();
    told_->high = in.var();
    if (told_->files < told_->low || told_->files > told_->high) return false;
  }
  return in.ok() && std::isfinite(level_);
}

std::uint64_t rounded_coarsely(std::uint64_t number) {
  const auto exact = static_cast<double>(number);
  const std::uint64_t below = step_within(exact);
  // After 2, 20, ... comes 5, 50, ...; else the double.
  std::uint64_t lead = below;
  while (lead >= 10) lead /= 10;
  const std::uint64_t above = lead == 2 ? below / 2 * 5 : below * 2;
  const auto both = static_cast<double>(below) * static_cast<double>(above);
  return exact * exact < both ? below : above;
}

}  // namespace tagtrail
