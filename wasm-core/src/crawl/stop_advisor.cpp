#include "crawl/stop_advisor.hpp"

#include <algorithm>
#include <cmath>

#include "tagtrail/math.hpp"

namespace tagtrail {
namespace {

constexpr std::size_t kMostPoints = 256;
constexpr double kMinRequests = 100;
constexpr std::uint64_t kPriceOver = 100;  // requests

// P(share >= s) = 1 / (1 + exp(slope * logit(s) - level)), level linear in logarithms of the
// evidence. Fitted to 161 crawls of `trail` (37 sites, half of them generated and counted as four;
// 7187 moments, every 8 % of requests; thresholds 30 to 99 %; ridge 0.02), then drawn towards less
// confidence until --stop-at held at sites left out of the fit. docs/policies.md has the tables.
struct Coefficients {
  double constant;
  double found;
  double since_last;
  double late;
  double expected;
  double slope;
};
constexpr Coefficients kWithExpectation{0.9365, -0.4495, 0, -0.2614, -0.8480, 0.4730};
constexpr Coefficients kWithout{1.0111, 0.3858, 0.7519, -0.2285, 0, 0.4441};

/// How `part` compares with `whole`; defined for none of either.
double log_ratio(double part, double whole) { return math::log((part + 0.5) / (whole + 0.5)); }

}  // namespace

StopAdvice advise(const StopEvidence& evidence) {
  if (evidence.requests < kMinRequests || evidence.targets < 1) return {};
  const Coefficients& c = evidence.expected ? kWithExpectation : kWithout;
  double level = c.constant + c.found * math::log(1 + evidence.targets) +
                 c.since_last * math::log((1 + evidence.since_last) / (1 + evidence.requests)) +
                 c.late * log_ratio(evidence.late, evidence.targets);
  if (evidence.expected) level += c.expected * log_ratio(*evidence.expected, evidence.targets);
  return StopAdvice::of(level, c.slope);
}

void StopAdvisor::update(const Point& now, const Policy& policy) {
  if (weighs_ ? now.gain > last_.gain : now.targets > last_.targets) last_found_ = now.requests;
  last_ = now;
  const std::uint64_t noted = course_.empty() ? 0 : course_.back().requests;
  if (now.requests >= noted + spacing_) advise_anew(policy);
  if (!weighs_) keeper_.update(now.requests, now.targets, advice_);
}

void StopAdvisor::advise_anew(const Policy& policy) {
  note(last_);
  StopEvidence evidence;
  evidence.requests = static_cast<double>(last_.requests);
  evidence.targets = weighs_ ? last_.gain : static_cast<double>(last_.targets);
  evidence.since_last = static_cast<double>(last_.requests - last_found_);
  // What policies expect is gain; where targets differ in it, a typical one is the measure.
  const double one = evidence.targets > 0 && last_.gain > 0 ? last_.gain / evidence.targets : 1;
  evidence.late = (last_.gain - gain_at(0.5 * evidence.requests)) / one;
  evidence.expected = policy.expected_remaining();
  if (evidence.expected) *evidence.expected /= one;
  advice_ = advise(evidence);
}

std::optional<FileEstimate> StopAdvisor::estimate() const {
  auto estimate = keeper_.told();
  if (estimate) estimate->price = rounded_coarsely(price());
  return estimate;
}

/// By the last `kPriceOver` requests and, of a long crawl, a few more; where they brought nothing,
/// by all since the last file.
std::uint64_t StopAdvisor::price() const {
  Point from;
  for (const Point& point : course_) {
    if (point.requests + kPriceOver > last_.requests) break;
    from = point;
  }
  const std::uint64_t found = last_.targets - from.targets;
  if (found == 0) return last_.requests - last_found_;
  return std::max<std::uint64_t>(1, (last_.requests - from.requests) / found);
}

/// Every other point goes when there are too many, so that memory and work stay bounded.
void StopAdvisor::note(const Point& point) {
  course_.push_back(point);
  if (course_.size() <= kMostPoints) return;
  for (std::size_t i = 0; 2 * i + 1 < course_.size(); ++i) course_[i] = course_[2 * i + 1];
  course_.resize(course_.size() / 2);
  spacing_ *= 2;
}

/// Between two points as if it had come evenly.
double StopAdvisor::gain_at(double requests) const {
  Point before;
  for (const Point& point : course_) {
    const auto at = static_cast<double>(point.requests);
    if (at < requests) {
      before = point;
      continue;
    }
    const double from = static_cast<double>(before.requests);
    return before.gain + (point.gain - before.gain) * (requests - from) / (at - from);
  }
  return before.gain;
}

void StopAdvisor::save(ByteWriter& out) const {
  out.var(course_.size());
  for (const Point& point : course_) {
    out.var(point.requests);
    out.var(point.targets);
    out.f64(point.gain);
  }
  out.var(spacing_);
  out.var(last_.requests);
  out.var(last_.targets);
  out.f64(last_.gain);
  out.var(last_found_);
  out.boolean(advice_.known());
  out.f64(advice_.level());
  out.f64(advice_.slope());
  keeper_.save(out);
}

bool StopAdvisor::load(ByteReader& in) {
  course_.resize(in.count(10));
  Point before;
  for (Point& point : course_) {
    point.requests = in.var();
    point.targets = in.var();
    point.gain = in.f64();
    if (point.requests <= before.requests || point.targets < before.targets ||
        !(point.gain >= before.gain)) {
      return false;
    }
    before = point;
  }
  spacing_ = in.var();
  last_.requests = in.var();
  last_.targets = in.var();
  last_.gain = in.f64();
  last_found_ = in.var();
  const bool sound = course_.size() <= kMostPoints && spacing_ > 0 &&
                     spacing_ <= before.requests + 1 && before.requests <= last_.requests &&
                     before.targets <= last_.targets && before.gain <= last_.gain &&
                     std::isfinite(last_.gain) && last_found_ <= last_.requests;
  if (!in.ok() || !sound) return false;
  const bool known = in.boolean();
  const double level = in.f64();
  const double slope = in.f64();
  if (!std::isfinite(level) || !(slope > 0) || !std::isfinite(slope)) return false;
  advice_ = known ? StopAdvice::of(level, slope) : StopAdvice{};
  return in.ok() && keeper_.load(in);
}

}  // namespace tagtrail
