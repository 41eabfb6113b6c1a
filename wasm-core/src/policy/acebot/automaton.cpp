#include "policy/acebot/automaton.hpp"

#include <algorithm>

namespace tagtrail::acebot {
namespace {

/// A step's label where it occurs once all that is bounded is written out.
struct Occurrence {
  Act act = 0;
  bool optional = false;
  bool repeats = false;
};

void sort_once(States& states) {
  std::sort(states.begin(), states.end());
  states.erase(std::unique(states.begin(), states.end()), states.end());
}

}  // namespace

Automaton::Automaton(const std::vector<Pattern>& patterns, KeptAttributes kept)
    : kept_(kept), next_(1), ranks_(1, kNoRank) {
  for (Rank rank = 0; rank < patterns.size(); ++rank) add(patterns[rank], rank);
  for (States& sources : inner_sources_) sort_once(sources);
}

/// Glushkov's construction: a state stands for the occurrence that was met last, so that there are
/// no empty moves.
void Automaton::add(const Pattern& pattern, Rank rank) {
  std::vector<Occurrence> all;
  for (const Step& step : pattern.steps) {
    const Act act = act_of(step.label);
    const bool repeats = step.repetition.most == Repetition::kUnbounded;
    for (std::uint32_t i = 0; i < occurrences(step.repetition); ++i) {
      all.push_back({act, i >= step.repetition.least, repeats});
    }
  }
  const auto first = static_cast<std::uint32_t>(next_.size());
  next_.resize(first + all.size());
  ranks_.resize(first + all.size(), rank);
  for (std::uint32_t before = 0; before <= all.size(); ++before) {
    const std::uint32_t from = before == 0 ? kStart : first + before - 1;
    if (before > 0 && all[before - 1].repeats) move(from, all[before - 1].act, from);
    for (std::uint32_t at = before; at < all.size(); ++at) {
      move(from, all[at].act, first + at);
      if (!all[at].optional) break;
    }
  }
}

Act Automaton::act_of(const Label& label) {
  const auto found = std::find(labels_.begin(), labels_.end(), label);
  if (found != labels_.end()) return static_cast<Act>(found - labels_.begin());
  labels_.push_back(label);
  texts_.push_back(to_text(label));
  inner_sources_.emplace_back();
  return static_cast<Act>(labels_.size() - 1);
}

void Automaton::move(std::uint32_t from, Act act, std::uint32_t to) {
  next_[from].push_back({act, to});
  if (from != kStart) inner_sources_[act].push_back(from);
}

std::vector<Act> Automaton::acts_of(std::string_view tag_path) const {
  std::vector<Act> acts;
  for (Act act = 0; act < labels_.size(); ++act) {
    if (matches(labels_[act], tag_path, kept_)) acts.push_back(act);
  }
  return acts;
}

States Automaton::advance(const States& states, Act act) const {
  States reached;
  for (const std::uint32_t state : states) {
    for (const Move& move : next_[state]) {
      if (move.act == act) reached.push_back(move.state);
    }
  }
  sort_once(reached);
  return reached;
}

Rank Automaton::rank(const States& states) const {
  Rank best = kNoRank;
  for (const std::uint32_t state : states) best = std::min(best, ranks_[state]);
  return best;
}

}  // namespace tagtrail::acebot
