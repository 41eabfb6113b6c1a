#include "policy/trail/trail_frontier.hpp"

#include <algorithm>
#include <cmath>

#include "tables/url_list.hpp"

namespace tagtrail {
namespace {

constexpr double kTieNoise = 1e-3;
constexpr double kMaxWorth = 1e5;           // targets that one link may promise
constexpr double kOvertaken = 0.999;        // of the runner-up's score: below, look again
constexpr std::size_t kMinSelections = 10;  // between two rescorings of a link

}  // namespace

void TrailFrontier::promise(TrailLink& link, double p, double value) {
  const double worth = std::min(p + value, kMaxWorth);
  set_worth(link, static_cast<std::uint32_t>(worth / kWorthUnit));
}

void TrailFrontier::set_worth(TrailLink& link, std::uint32_t worth) {
  worth_ = worth_ - link.worth + worth;
  link.worth = worth;
}

void TrailFrontier::add(UrlId url, Random& random) {
  renew(url, random);
  rotation_.push_back(url);
}

double TrailFrontier::score(UrlId url, Random& random) {
  TrailLink& link = links_.at(url);
  const Appraisal result = models_.appraise(link);
  promise(link, result.p, result.page * value_of_label(result.expected));
  return result.score * (1 + kTieNoise * random.uniform());
}

void TrailFrontier::renew_some(Random& random) {
  if (rescore_share_ <= 0) return;
  const double size = static_cast<double>(waiting_.size());
  const double between = std::max(static_cast<double>(kMinSelections), rescore_share_ * size);
  auto due = static_cast<std::size_t>(std::ceil(size / between));
  while (due > 0 && !rotation_.empty()) {
    if (turn_ >= rotation_.size()) turn_ = 0;
    const UrlId url = rotation_[turn_];
    if (!waiting_.contains(url)) {
      rotation_[turn_] = rotation_.back();
      rotation_.pop_back();
      continue;
    }
    renew(url, random);
    ++turn_;
    --due;
  }
}

std::optional<TrailFrontier::Scored> TrailFrontier::best(Random& random) {
  while (waiting_.has_top()) {
    const UrlId url = waiting_.top();
    const double now = score(url, random);
    const auto second = waiting_.runner_up();
    const bool overtaken = second && now < *second * kOvertaken - 1e-9;
    if (!overtaken) return Scored{url, now};
    waiting_.set(url, now);
  }
  return std::nullopt;
}

void TrailFrontier::save(ByteWriter& out) const {
  waiting_.save(out);
  save_ids(out, rotation_);
  out.var(turn_);
}

bool TrailFrontier::load(ByteReader& in) {
  if (!waiting_.load(in, links_.size()) || !load_ids(in, rotation_, links_.size())) return false;
  turn_ = static_cast<std::size_t>(in.var());
  for (UrlId id = 0; id < links_.size(); ++id) worth_ += links_.at(id).worth;
  return in.ok();
}

}  // namespace tagtrail
