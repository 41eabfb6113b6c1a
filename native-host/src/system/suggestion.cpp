#include "system/suggestion.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <utility>

namespace tagtrail::host {
namespace {

constexpr std::size_t kMost = 3;
constexpr std::size_t kLongest = 40;

/// Optimal string alignment: a swap of neighbours counts as one slip.
std::size_t slips(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> table(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) table[i][0] = i;
  for (std::size_t j = 0; j <= b.size(); ++j) table[0][j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t changed = table[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      table[i][j] = std::min({changed, table[i - 1][j] + 1, table[i][j - 1] + 1});
      const bool swapped =
          i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] && a[i - 1] != b[j - 1];
      if (swapped) table[i][j] = std::min(table[i][j], table[i - 2][j - 2] + 1);
    }
  }
  return table[a.size()][b.size()];
}

}  // namespace

std::vector<std::string> nearest(std::string_view word, const std::vector<std::string>& known) {
  if (word.size() > kLongest) return {};
  // A word of three letters is soon another word.
  const std::size_t most = word.size() < 5 ? 1 : 2;
  std::vector<std::pair<std::size_t, std::string>> near;
  for (const std::string& one : known) {
    const std::size_t distance = one.size() > kLongest ? most + 1 : slips(word, one);
    const bool begins = word.size() >= 3 && one.starts_with(word);
    if (distance <= most || begins) near.emplace_back(distance, one);
  }
  std::sort(near.begin(), near.end());
  std::vector<std::string> words;
  for (auto& [distance, one] : near) {
    if (words.size() < kMost) words.push_back(std::move(one));
  }
  return words;
}

std::string did_you_mean(std::string_view word, const std::vector<std::string>& known) {
  const auto words = nearest(word, known);
  if (words.empty()) return {};
  return fmt::format("; did you mean '{}'?", fmt::join(words, "', or '"));
}

}  // namespace tagtrail::host
