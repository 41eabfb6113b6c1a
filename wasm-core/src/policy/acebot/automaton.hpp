// Navigation patterns as one automaton over links: a page is in some of its states, and a link of
// the page is to be followed if it leads on from one of them.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "policy/acebot/pattern.hpp"

namespace tagtrail::acebot {

/// One of the automaton's distinct labels.
using Act = std::uint32_t;
/// Ascending and distinct. State 0 is that of the entry page.
using States = std::vector<std::uint32_t>;
/// Of a pattern: 0 is the most important.
using Rank = std::uint32_t;
inline constexpr Rank kNoRank = std::numeric_limits<Rank>::max();

class Automaton {
 public:
  static constexpr std::uint32_t kStart = 0;

  Automaton() = default;
  /// The most important pattern first.
  Automaton(const std::vector<Pattern>& patterns, KeptAttributes kept);

  /// Those of a link with that tag path; usually none or one.
  std::vector<Act> acts_of(std::string_view tag_path) const;
  const std::vector<Label>& labels() const { return labels_; }
  const std::vector<std::string>& texts() const { return texts_; }  ///< of labels()
  std::size_t states() const { return next_.size(); }

  /// Where a link leads from a page in `states`.
  States advance(const States& states, Act act) const;
  /// The states other than kStart from which an act leads on.
  const States& inner_sources(Act act) const { return inner_sources_[act]; }
  /// Of the most important pattern that leads to one of the states; kNoRank for none.
  Rank rank(const States& states) const;

 private:
  struct Move {
    Act act = 0;
    std::uint32_t state = 0;
  };
  void add(const Pattern& pattern, Rank rank);
  Act act_of(const Label& label);
  void move(std::uint32_t from, Act act, std::uint32_t to);

  KeptAttributes kept_;
  std::vector<Label> labels_;            ///< by act
  std::vector<std::string> texts_;       ///< by act
  std::vector<States> inner_sources_;    ///< by act
  std::vector<std::vector<Move>> next_;  ///< by state
  std::vector<Rank> ranks_;              ///< by state
};

}  // namespace tagtrail::acebot
