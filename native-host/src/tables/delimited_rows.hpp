// Rows of delimited text, by libcsv.
#pragma once

#include <cstddef>
#include <functional>
#include <string_view>

namespace tagtrail::host {

/// What is told of a text; either ends the reading by returning false.
struct RowEvents {
  std::function<bool(std::string_view cell)> cell;
  std::function<bool()> row;
};

/// Cells between `delimiter`s; those in `quote`s may have delimiters, line breaks and doubled
/// quotes in them. Spaces are part of cells. An empty line is a row without cells. A quoted cell
/// longer than `kLongestCell` ends the reading.
/// Returns false when it was ended before the end of the text.
bool each_delimited_row(std::string_view text, char delimiter, char quote, const RowEvents& events);

/// Whether all quotes are where RFC 4180 has them: around whole cells, doubled within, closed.
/// Readers that insist on that don't read other texts.
bool has_proper_quotes(std::string_view text, char delimiter, char quote);

inline constexpr std::size_t kLongestCell = 1 << 20;

}  // namespace tagtrail::host
