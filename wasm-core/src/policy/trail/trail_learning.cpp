// What a page was worth, and what that says about links like the one that led there
// (docs/policies.md, "trail").
#include <algorithm>
#include <cmath>

#include "policy/trail/trail_policy.hpp"
#include "tagtrail/math.hpp"

namespace tagtrail {
namespace {

constexpr double kMaxLabel = 20;
constexpr double kFailure = 0.02;  // value under which a try was fruitless
constexpr double kMinCorrection = 1e-3;

}  // namespace

double value_of_label(double label) { return math::expm1(std::clamp(label, 0.0, kMaxLabel)); }
double label_of_value(double value) { return math::log1p(std::max(0.0, value)); }

double TrailPolicy::value_of(double targets, const std::vector<UrlId>& children) {
  children_.clear();
  for (const UrlId child : children) {
    const TrailLink& link = links_.at(child);
    const double predicted = value_of_label(values_model_.predict(links_.slots(link)));
    children_.push_back({predicted, link.realised >= 0 ? double{link.realised} : predicted});
  }
  return page_value(targets, children_, parameters_.discount);
}

void TrailPolicy::learn(UrlId url, double value, double files) {
  const TrailLink& link = links_.at(url);
  const double label = label_of_value(value);
  exploration_.observe(label);
  values_model_.update(links_.slots(link), label, support_);
  for (const PlaceId id : {link.list, link.tags, link.section}) ++places_.at(id).tries;
  places_.at(link.list).files += files;
  if (value < kFailure) ++places_.at(link.section).failures;
}

/// The value of a link became known: its page is valued anew, at the 1st, 2nd, 4th, ... time.
void TrailPolicy::realise(UrlId url, double value) {
  TrailLink& link = links_.at(url);
  link.realised = static_cast<float>(value);
  if (parameters_.realised_rate <= 0) return;
  PageRecord* record = records_.find(link.source);
  if (record == nullptr) return;
  ++record->realised;
  if ((record->realised & (record->realised - 1)) != 0) return;
  correct(*record, parameters_.realised_rate);
}

/// A target was found by a link of a page that had been valued.
void TrailPolicy::credit_late_target(UrlId page) {
  if (parameters_.late_rate <= 0) return;
  PageRecord* record = records_.find(page);
  if (record == nullptr) return;
  if (record->foreseen >= 1) {
    record->foreseen -= 1;  // counted when the page was valued
    return;
  }
  record->targets += 1;
  correct(*record, parameters_.late_rate);
}

void TrailPolicy::correct(PageRecord& record, double rate) {
  const double label = label_of_value(value_of(record.targets, record.children));
  const double delta = label - record.label;
  if (std::fabs(delta) < kMinCorrection) return;
  values_model_.correct(links_.slots(links_.at(record.link)), delta, rate);
  record.label = label;
}

}  // namespace tagtrail
