// Which link of the frontier is next (docs/policies.md, "trail").
#include <algorithm>
#include <cmath>

#include "policy/trail/trail_policy.hpp"

namespace tagtrail {
namespace {

constexpr double kMaxProbability = 0.98;
constexpr double kMediaFactor = 0.01;
constexpr double kTieNoise = 1e-3;
constexpr double kMaxWorth = 1e5;           // targets that one link may promise
constexpr double kOvertaken = 0.999;        // of the runner-up's score: below, look again
constexpr std::size_t kMinSelections = 10;  // between two rescorings of a link
constexpr std::uint32_t kManyInFlight = 8;  // above, a slot is rather left idle
constexpr double kWorthASlot = 0.5;         // than given to less than this share of the best

}  // namespace

TrailPolicy::Appraisal TrailPolicy::appraise(const TrailLink& link) const {
  const auto slots = links_.slots(link);
  Appraisal result;
  result.p = probability(link);
  result.expected = values_model_.predict(slots);
  result.exploration = exploration_.bonus(values_model_.novelty(slots, support_),
                                          places_.at(link.tags), places_.at(link.section));
  const double p = std::min(result.p, kMaxProbability);
  result.score = p / (1 - p) + value_of_label(result.expected + result.exploration);
  if (link.extension == ExtensionClass::media) result.score *= kMediaFactor;
  return result;
}

double TrailPolicy::score(UrlId url) {
  TrailLink& link = links_.at(url);
  const Appraisal result = appraise(link);
  promise(link, result.p, result.expected);
  return result.score * (1 + kTieNoise * context_.random().uniform());
}

/// Notes what the link is expected to bring: itself, or what its page is worth.
void TrailPolicy::promise(TrailLink& link, double p, double label) {
  const double worth = std::min(p + value_of_label(label), kMaxWorth);
  set_worth(link, static_cast<std::uint32_t>(worth / kWorthUnit));
}

void TrailPolicy::set_worth(TrailLink& link, std::uint32_t worth) {
  worth_ = worth_ - link.worth + worth;
  link.worth = worth;
}

std::optional<double> TrailPolicy::expected_remaining() const {
  return static_cast<double>(worth_) * kWorthUnit;
}

/// Scores go stale as the models learn: each selection renews some, in rotation, so that all are
/// renewed once in a share of the frontier's size.
void TrailPolicy::rescore_some() {
  if (parameters_.rescore_share <= 0) return;
  const double size = static_cast<double>(frontier_.size());
  const double between =
      std::max(static_cast<double>(kMinSelections), parameters_.rescore_share * size);
  auto due = static_cast<std::size_t>(std::ceil(size / between));
  while (due > 0 && !rotation_.empty()) {
    if (turn_ >= rotation_.size()) turn_ = 0;
    const UrlId url = rotation_[turn_];
    if (!frontier_.contains(url)) {
      rotation_[turn_] = rotation_.back();
      rotation_.pop_back();
      continue;
    }
    frontier_.set(url, score(url));
    ++turn_;
    --due;
  }
}

std::optional<Choice> TrailPolicy::take_best() {
  while (!frontier_.empty()) {
    const UrlId url = frontier_.top();
    const double now = score(url);
    const auto second = frontier_.runner_up();
    if (second && now < *second * kOvertaken - 1e-9) {
      frontier_.set(url, now);
      continue;
    }
    if (better_to_wait(now)) return std::nullopt;
    return take(url, now);
  }
  return std::nullopt;
}

std::optional<Choice> TrailPolicy::take_scout() {
  const auto url = scouting_.pick(frontier_, context_.random());
  if (!url) return std::nullopt;
  Choice choice = take(*url, score(*url));
  choice.reason.words += "; its turn not for its score, but to learn what is behind its place";
  return choice;
}

Choice TrailPolicy::take(UrlId url, double score) {
  Choice choice;
  choice.url = url;
  choice.reason = explain_link(links_.at(url));
  forget(url);
  scouting_.tried(links_.at(url).list);
  flights_.push_back({url, score});
  return choice;
}

/// With many in flight, the answer of a much better link is worth more than a request made blindly.
bool TrailPolicy::better_to_wait(double score) const {
  if (max_in_flight_ <= kManyInFlight) return false;
  return std::any_of(flights_.begin(), flights_.end(),
                     [&](const Flight& flight) { return score < kWorthASlot * flight.score; });
}

}  // namespace tagtrail
