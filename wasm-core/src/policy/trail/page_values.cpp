#include "policy/trail/page_values.hpp"

#include <algorithm>
#include <cmath>

namespace tagtrail {
namespace {

constexpr std::size_t kMaxChildren = 200;
constexpr double kMinCorrection = 1e-3;

}  // namespace

double page_value(double targets, std::vector<ChildValue>& children, double discount) {
  if (discount <= 0) return targets;
  const auto count = static_cast<std::ptrdiff_t>(std::min(children.size(), kMaxChildren));
  // Equal predictions are told apart by value, so that the result hangs on no order of arrival.
  const auto better = [](const ChildValue& a, const ChildValue& b) {
    if (a.predicted != b.predicted) return a.predicted > b.predicted;
    return a.value > b.value;
  };
  std::partial_sort(children.begin(), children.begin() + count, children.end(), better);
  double expected = targets;
  double realised = targets;
  double spent = 1;
  for (auto child = children.begin(); child != children.begin() + count; ++child) {
    const double rate = discount * child->predicted;
    if (rate <= expected / spent) break;
    expected += rate;
    realised += discount * child->value;
    spent += 1;
  }
  return realised / spent;
}

void PageValues::learn(const ReadPage& page, double foreseen, Random& random) {
  TrailLink& link = links_.at(page.link);
  const double value = value_of(page.targets, page.children);
  const LessonId lesson = models_.learn(link, value, page.targets);
  if (page.page != ReadPage::kNoLink) {
    PageRecord& record = records_.add(page.page, lesson, page.children, random);
    record.targets = page.targets;
    record.foreseen = foreseen;
  }
  realise(link, value);
}

void PageValues::realise(TrailLink& link, double value) {
  link.realised = static_cast<float>(value);
  if (parameters_.realised_rate <= 0) return;
  PageRecord* record = records_.find(link.source);
  if (record == nullptr) return;
  ++record->realised;
  if ((record->realised & (record->realised - 1)) != 0) return;
  correct(*record, parameters_.realised_rate);
}

void PageValues::credit_late_target(UrlId page, double gain) {
  if (parameters_.late_rate <= 0) return;
  PageRecord* record = records_.find(page);
  if (record == nullptr) return;
  if (record->foreseen >= 1) {
    record->foreseen -= 1;  // counted when the page was valued
    return;
  }
  record->targets += gain;
  correct(*record, parameters_.late_rate);
}

double PageValues::value_of(double targets, const std::vector<UrlId>& children) {
  children_.clear();
  for (const UrlId child : children) {
    const TrailLink& link = links_.at(child);
    const double predicted = models_.value(link);
    children_.push_back({predicted, link.realised >= 0 ? double{link.realised} : predicted});
  }
  return page_value(targets, children_, parameters_.discount);
}

void PageValues::correct(PageRecord& record, double rate) {
  const double label = label_of_value(value_of(record.targets, record.children));
  const double delta = label - models_.lessons().at(record.lesson).label;
  if (std::fabs(delta) < kMinCorrection) return;
  models_.correct(record.lesson, delta, rate);
}

}  // namespace tagtrail
