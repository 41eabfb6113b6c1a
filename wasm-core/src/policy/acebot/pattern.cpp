#include "policy/acebot/pattern.hpp"

#include <algorithm>

#include "tagtrail/text.hpp"

namespace tagtrail::acebot {
namespace {

std::string to_text(Repetition repetition) {
  const auto [least, most] = repetition;
  if (least == 1 && most == 1) return {};
  if (most == Repetition::kUnbounded) return least == 0 ? "*" : "+";
  if (least == most) return std::to_string(least);
  return '{' + std::to_string(least) + ',' + std::to_string(most) + '}';
}

std::size_t states_of(const Pattern& pattern) {
  std::size_t states = 0;
  for (const Step& step : pattern.steps) states += occurrences(step.repetition);
  return states;
}

}  // namespace

std::uint32_t occurrences(Repetition repetition) {
  return repetition.most == Repetition::kUnbounded ? 1 : repetition.most;
}

std::string to_text(const Pattern& pattern) {
  std::string text;
  for (const Step& step : pattern.steps) {
    text.append("/(").append(to_text(step.label)).append(")").append(to_text(step.repetition));
  }
  return text;
}

Expected<std::vector<Pattern>> parse_patterns(std::string_view lines) {
  if (lines.size() > kMaxPatternBytes) {
    return fail(ErrorCode::invalid_argument, "the patterns are over 256 KiB");
  }
  std::vector<Pattern> patterns;
  std::size_t states = 0;
  for (std::size_t number = 1; !lines.empty(); ++number) {
    const std::size_t end = std::min(lines.find('\n'), lines.size());
    const std::string_view line = trim(lines.substr(0, end));
    lines.remove_prefix(std::min(end + 1, lines.size()));
    if (line.empty() || line.starts_with('#')) continue;
    auto pattern = parse_pattern(line);
    if (!pattern) {
      return fail(ErrorCode::invalid_argument, "line " + std::to_string(number) +
                                                   " of the patterns: " + pattern.error().message);
    }
    states += states_of(*pattern);
    if (states > kMaxPatternStates) {
      return fail(ErrorCode::invalid_argument, "the patterns have over 20,000 steps in all");
    }
    patterns.push_back(std::move(*pattern));
  }
  return patterns;
}

}  // namespace tagtrail::acebot
