#include "policy/acebot/guide.hpp"

#include <algorithm>
#include <cmath>

namespace tagtrail::acebot {
namespace {

std::vector<Pattern> plain(const std::vector<LearntPattern>& learnt) {
  std::vector<Pattern> patterns;
  for (const LearntPattern& each : learnt) patterns.push_back(each.pattern);
  return patterns;
}

}  // namespace

Guide::Guide(std::vector<LearntPattern> patterns, KeptAttributes kept)
    : patterns_(std::move(patterns)),
      uses_(patterns_.size()),
      automaton_(plain(patterns_), kept),
      routes_(automaton_) {}

void Guide::answered(Rank rank, double gain) {
  if (rank == kNoRank) return;
  ++uses_[rank].answers;
  uses_[rank].gain += gain;
}

std::optional<double> Guide::mean_gain(Rank rank) const {
  const Use& use = uses_[rank];
  if (use.answers == 0) return std::nullopt;
  return use.gain / static_cast<double>(use.answers);
}

std::vector<GroupReport> Guide::groups(const RankedQueue& waiting) const {
  std::vector<GroupReport> groups;
  for (Rank rank = 0; rank < ranks(); ++rank) {
    groups.push_back({rank, to_text(patterns_[rank].pattern), uses_[rank].answers,
                      mean_gain(rank).value_or(0), waiting.size_of(rank)});
  }
  std::stable_sort(groups.begin(), groups.end(), [](const GroupReport& a, const GroupReport& b) {
    return a.mean_reward > b.mean_reward;
  });
  return groups;
}

void Guide::save(ByteWriter& out) const {
  out.var(patterns_.size());
  for (Rank rank = 0; rank < ranks(); ++rank) {
    out.text(to_text(patterns_[rank].pattern));
    out.f64(patterns_[rank].score);
    out.var(uses_[rank].answers);
    out.f64(uses_[rank].gain);
  }
  routes_.save(out);
}

std::unique_ptr<Guide> Guide::load(ByteReader& in, KeptAttributes kept, UrlId known) {
  std::vector<LearntPattern> patterns;
  std::vector<Use> uses;
  std::size_t states = 0;
  const std::size_t count = in.count(18);
  for (std::size_t i = 0; i < count; ++i) {
    auto pattern = parse_pattern(in.view());
    const double score = in.f64();
    const std::uint64_t answers = in.var();
    const double gain = in.f64();
    if (!pattern || !(score >= 0) || !std::isfinite(score) || !std::isfinite(gain)) return nullptr;
    for (const Step& step : pattern->steps) states += occurrences(step.repetition);
    if (states > kMaxPatternStates) return nullptr;
    patterns.push_back({std::move(*pattern), score});
    uses.push_back({answers, gain});
  }
  auto guide = std::make_unique<Guide>(std::move(patterns), kept);
  guide->uses_ = std::move(uses);
  if (!in.ok() || !guide->routes_.load(in, known)) return nullptr;
  return guide;
}

}  // namespace tagtrail::acebot
