#include "studies/shown_figures.hpp"

#include <algorithm>
#include <cmath>

namespace tagtrail::host {
namespace {

double whole_per_cent(double share) { return std::floor(share * 100); }

}  // namespace

void TurnCounter::add(double value) {
  if (last_ && value != *last_) {
    const int direction = value > *last_ ? 1 : -1;
    if (direction == -direction_) ++turns_;
    direction_ = direction;
  }
  last_ = value;
}

std::optional<ShownNumbers> shown_always(const Progress& progress) {
  const StopAdvice& advice = progress.advice;
  if (!advice.known()) return std::nullopt;
  ShownNumbers shown;
  shown.number = whole_per_cent(advice.share());
  shown.low = whole_per_cent(advice.low());
  shown.high = whole_per_cent(advice.high());
  shown.share = shown.number / 100;
  shown.least = shown.low / 100;
  shown.most = (shown.high + 1) / 100;  // rounded down
  return shown;
}

std::optional<ShownNumbers> shown_live(const Progress& progress) {
  return progress.estimate ? shown_always(progress) : std::nullopt;
}

std::optional<ShownNumbers> shown_as_told(const Progress& progress) {
  if (!progress.estimate || progress.estimate->low == 0) return std::nullopt;
  const FileEstimate& told = *progress.estimate;
  ShownNumbers shown;
  shown.number = static_cast<double>(told.files);
  shown.low = static_cast<double>(told.low);
  shown.high = static_cast<double>(told.high);
  const auto found = static_cast<double>(progress.targets);
  shown.share = found / shown.number;
  shown.least = found / shown.high;
  shown.most = found / shown.low;
  return shown;
}

void RuleSampler::add(const Progress& progress, const std::optional<ShownNumbers>& shown,
                      double truth) {
  if (is_shown_ && !shown) ++sum_.withdrawals;
  is_shown_ = shown.has_value();
  if (!shown) {
    if (sum_.moments == 0) sum_.silent = static_cast<double>(progress.requests);
    return;
  }
  ++sum_.moments;
  number_.add(shown->number);
  ends_[0].add(shown->low);
  ends_[1].add(shown->high);
  sum_.error += std::abs(shown->share - truth) * 100;
  sum_.inside += shown->least <= truth && truth <= shown->most ? 1 : 0;
}

ShownFigures RuleSampler::figures() const {
  ShownFigures figures = sum_;
  if (figures.moments > 0) {
    figures.error /= figures.moments;
    figures.inside /= figures.moments;
  }
  figures.turns = number_.turns();
  figures.range_turns = ends_[0].turns() + ends_[1].turns();
  return figures;
}

void ShownSampler::add(const Progress& progress) {
  if (progress.advice.is_complete()) return;
  const auto found = static_cast<double>(progress.targets);
  const double truth = site_targets_ > 0 ? std::min(1.0, found / site_targets_) : 1.0;
  for (std::size_t i = 0; i < kShownRules.size(); ++i) {
    samplers_[i].add(progress, kShownRules[i].shown(progress), truth);
  }
}

ShownByRule ShownSampler::figures() const {
  ShownByRule figures;
  for (std::size_t i = 0; i < figures.size(); ++i) figures[i] = samplers_[i].figures();
  return figures;
}

}  // namespace tagtrail::host
