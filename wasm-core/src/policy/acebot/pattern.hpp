// Navigation patterns of ACEBot: which links to follow from the entry page, as a fragment of
// OXPath.
//
//   /(/html/body/ul[@id="menu"]/li/a/@href)/(/html/body/div/a/@href)+
//
// A step is the label of a link (label.hpp) in `/(...)` and how often it is followed: once, `+`,
// `*`, a number, or `{1,3}`. Read, not written: `doc("URL")` in front (a pattern begins at the
// entry page, whatever the site) and `{click/}` at the end of a step.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "policy/acebot/label.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::acebot {

inline constexpr std::uint32_t kMaxRepetitions = 100;
inline constexpr std::size_t kMaxSteps = 20;                 ///< of a pattern
inline constexpr std::size_t kMaxPatternStates = 20'000;     ///< of all patterns together
inline constexpr std::size_t kMaxPatternBytes = 256 * 1024;  ///< of all patterns together

/// From `least` to `most` times.
struct Repetition {
  static constexpr std::uint32_t kUnbounded = 0xFFFFFFFFU;
  std::uint32_t least = 1;
  std::uint32_t most = 1;

  bool operator==(const Repetition&) const = default;
};
inline constexpr Repetition kOnceOrMore{1, Repetition::kUnbounded};

struct Step {
  Label label;
  Repetition repetition;

  bool operator==(const Step&) const = default;
};

struct Pattern {
  std::vector<Step> steps;

  bool operator==(const Pattern&) const = default;
};

/// parse_pattern() reads it again.
std::string to_text(const Pattern& pattern);
/// Errors: invalid_argument, with the place.
Expected<Pattern> parse_pattern(std::string_view text);
/// One a line, the most important first; empty lines and those that begin with `#` are passed over.
/// Errors: invalid_argument, with the line; too much of it.
Expected<std::vector<Pattern>> parse_patterns(std::string_view lines);

/// How often a step's label occurs when all that is bounded is written out.
std::uint32_t occurrences(Repetition repetition);

}  // namespace tagtrail::acebot
