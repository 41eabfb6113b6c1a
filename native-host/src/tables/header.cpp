#include "tables/header.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "tables/cell_kinds.hpp"
#include "tagtrail/text.hpp"

namespace tagtrail::host {
namespace {

using Cells = std::vector<std::string>;

constexpr std::size_t kLastHeader = 25;  ///< a header stands among so many rows

std::size_t extent_of(const Cells& cells) {
  std::size_t extent = 0;
  for (std::size_t at = 0; at < cells.size(); ++at) {
    if (!trim(cells[at]).empty()) extent = at + 1;
  }
  return extent;
}

std::size_t filled_of(const Cells& cells) {
  return static_cast<std::size_t>(std::count_if(
      cells.begin(), cells.end(), [](const std::string& cell) { return !trim(cell).empty(); }));
}

/// The width that most rows have; of several, the widest.
std::size_t usual_width(const std::vector<Cells>& rows) {
  std::map<std::size_t, std::size_t> counts;
  for (const Cells& cells : rows) ++counts[extent_of(cells)];
  std::size_t width = 0;
  std::size_t most = 0;
  for (const auto& [extent, count] : counts) {
    if (count < most) continue;
    width = extent;
    most = count;
  }
  return width;
}

enum class CellSort { blank, words, time, value };

CellSort sort_of(std::string_view cell) {
  const std::string_view text = trim(cell);
  if (text.empty() || is_missing_word(text)) return CellSort::blank;
  const std::uint32_t kinds = kinds_of_cell(text).kinds;
  if (kinds == 0) return CellSort::words;
  constexpr std::uint32_t kTimes = cell::year | cell::yearmonth | cell::kDates | cell::kTimes;
  return (kinds & kTimes) != 0 ? CellSort::time : CellSort::value;
}

/// Words, or years and dates beside words, each once.
bool may_name(const Cells& cells) {
  bool words = false;
  for (const std::string& cell : cells) {
    const CellSort sort = sort_of(cell);
    if (sort == CellSort::value) return false;
    words = words || sort == CellSort::words;
  }
  return words;
}

bool repeats_itself(const Cells& cells) {
  std::set<std::string_view> seen;
  return std::any_of(cells.begin(), cells.end(), [&](const std::string& cell) {
    const std::string_view text = trim(cell);
    return !text.empty() && !seen.insert(text).second;
  });
}

bool has_values(const Cells& cells) {
  return std::any_of(cells.begin(), cells.end(),
                     [](const std::string& cell) { return sort_of(cell) == CellSort::value; });
}

/// Whether what stands below is of the same sort: years above years, or the very same words, unless
/// words stand above values elsewhere.
bool looks_like_data(const std::vector<Cells>& rows, std::size_t row) {
  constexpr std::size_t kCompared = 20;
  constexpr std::size_t kShare = 5;
  const Cells& names = rows[row];
  const std::size_t end = std::min(rows.size(), row + 1 + kCompared);
  bool recurs = false;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const CellSort sort = sort_of(names[i]);
    std::size_t filled = 0;
    std::size_t values = 0;
    for (std::size_t at = row + 1; at < end; ++at) {
      const CellSort below = i < rows[at].size() ? sort_of(rows[at][i]) : CellSort::blank;
      if (sort == CellSort::time && below == CellSort::time) return true;
      recurs = recurs || (sort == CellSort::words && i < rows[at].size() &&
                          trim(names[i]) == trim(rows[at][i]));
      filled += below == CellSort::blank ? 0 : 1;
      values += below == CellSort::value || below == CellSort::time ? 1 : 0;
    }
    const bool names_values = values > 0 && values * kShare >= filled * (kShare - 1);
    if (sort == CellSort::words && names_values) return false;
  }
  return recurs;
}

/// Of cells that span several columns only the first has words.
Cells joined(const Cells& upper, const Cells& lower) {
  Cells names;
  std::string above;
  for (std::size_t at = 0; at < std::max(upper.size(), lower.size()); ++at) {
    if (at < upper.size() && !trim(upper[at]).empty()) above = trim(upper[at]);
    const std::string below = at < lower.size() ? std::string(trim(lower[at])) : std::string();
    const bool both = !above.empty() && !below.empty();
    names.push_back(both ? above + " " + below : below.empty() ? above : below);
  }
  return names;
}

}  // namespace

bool names_columns(const Cells& names, const Cells& values) {
  if (!may_name(names) || filled_of(names) < 2) return false;
  for (std::size_t at = 0; at < std::min(names.size(), values.size()); ++at) {
    const CellSort above = sort_of(names[at]);
    const CellSort below = sort_of(values[at]);
    if (above != CellSort::blank && below == CellSort::value) return true;
    if (above == CellSort::words && below == CellSort::time) return true;
  }
  return false;
}

HeaderFound find_header(const std::vector<Cells>& rows) {
  const std::size_t width = usual_width(rows);
  // A table is at least this wide in all rows that count.
  const std::size_t least = width <= 2 ? width : std::max<std::size_t>(2, width * 6 / 10);
  for (std::size_t at = 0; at < std::min(rows.size(), kLastHeader); ++at) {
    if (extent_of(rows[at]) < least || (width > 2 && filled_of(rows[at]) < 2)) continue;
    // Years alone name columns only where words below them do, too.
    if (has_values(rows[at])) return {std::nullopt, at, {}};
    const bool second = at + 2 < rows.size() && may_name(rows[at + 1]) &&
                        has_values(rows[at + 2]) && extent_of(rows[at + 1]) >= least;
    const bool spans = repeats_itself(rows[at]) ||
                       repeats_itself(rows[at + 1 < rows.size() ? at + 1 : at]) ||
                       filled_of(rows[at]) < extent_of(rows[at]);
    if (second && spans) return {at + 1, at + 2, joined(rows[at], rows[at + 1])};
    if (!may_name(rows[at]) || looks_like_data(rows, at)) return {std::nullopt, at, {}};
    return {at, at + 1, rows[at]};
  }
  return {};
}

}  // namespace tagtrail::host
