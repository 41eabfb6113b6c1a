// The patterns at work: where they lead, and what they have brought.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "policy/acebot/learning.hpp"
#include "policy/acebot/ranked_queue.hpp"
#include "policy/acebot/routes.hpp"

namespace tagtrail::acebot {

class Guide {
 public:
  /// The most important pattern first.
  Guide(std::vector<LearntPattern> patterns, KeptAttributes kept);
  Guide(const Guide&) = delete;  // its parts know each other
  Guide& operator=(const Guide&) = delete;

  const Automaton& automaton() const { return automaton_; }
  Routes& routes() { return routes_; }
  Rank rank(UrlId url) const { return routes_.rank(url); }
  Rank ranks() const { return static_cast<Rank>(patterns_.size()); }
  const LearntPattern& pattern(Rank rank) const { return patterns_[rank]; }

  /// A URL that the pattern led to was answered; kNoRank: none did.
  void answered(Rank rank, double gain);
  /// Mean of what the objective gave; nothing before the first answer.
  std::optional<double> mean_gain(Rank rank) const;
  /// One group a pattern: its rank as id, its text as tag path.
  std::vector<GroupReport> groups(const RankedQueue& waiting) const;

  void save(ByteWriter& out) const;
  static std::unique_ptr<Guide> load(ByteReader& in, KeptAttributes kept, UrlId known);

 private:
  struct Use {
    std::uint64_t answers = 0;
    double gain = 0;
  };
  std::vector<LearntPattern> patterns_;
  std::vector<Use> uses_;
  Automaton automaton_;
  Routes routes_;
};

}  // namespace tagtrail::acebot
