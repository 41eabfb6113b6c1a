// Rows of delimited text, by libcsv.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "tables/look.hpp"

namespace tagtrail::host {

/// What is told of a text; cell and row end the reading by returning false.
struct RowEvents {
  std::function<bool(std::string_view cell)> cell;
  std::function<bool()> row;
  std::function<void()> comment = [] {};
};

/// Cells between delimiters; those in quotes may have delimiters, line breaks and doubled quotes in
/// them. Spaces are part of cells, but for those before a cell where the dialect skips them, and
/// with these those behind it. An empty line is a row without cells; a line that begins as the
/// dialect's comments do is none. A quoted cell longer than `kLongestCell` ends the reading. In the
/// lines that begin at `bare` (offsets, ascending) quotes are characters like others.
/// Returns false when it was ended before the end of the text.
bool each_delimited_row(std::string_view text, const DialectLook& dialect, const RowEvents& events,
                        std::span<const std::size_t> bare = {});

/// Whether all quotes are where RFC 4180 has them: around whole cells, doubled within, closed.
/// Readers that insist on that don't read other texts.
bool has_proper_quotes(std::string_view text, const DialectLook& dialect);

/// Whether there are quotes with a space and a delimiter behind them: readers that skip spaces
/// before cells don't skip those.
bool has_spaces_behind_quotes(std::string_view text, const DialectLook& dialect);

/// Where lines begin in which a quote opens no cell: nothing closes it, or it would take rows of
/// `width` cells for one of theirs. kMostStrayQuotes at most.
std::vector<std::size_t> lines_with_stray_quotes(std::string_view text, const DialectLook& dialect,
                                                 std::size_t width);

inline constexpr std::size_t kLongestCell = 1 << 20;
/// A text with so many quotes nothing.
inline constexpr std::size_t kMostStrayQuotes = 1'000;

}  // namespace tagtrail::host
