#include "tables/statistics.hpp"

#include <algorithm>

#include "tables/text_tables.hpp"
#include "tagtrail/text.hpp"

namespace tagtrail::host {
namespace {

bool is_statistics(const TableLook& table) {
  constexpr std::uint64_t kRows = 3;
  constexpr std::uint64_t kCells = 6;
  constexpr std::uint64_t kWide = 4;
  const TableShape& shape = table.shape;
  const bool enough = table.rows >= kRows || (table.rows > 1 && shape.measures >= kWide &&
                                              shape.number_cells * 3 >= shape.cells * 2);
  if (!enough || shape.columns < 2 || shape.measures == 0) return false;
  // Numbers of which nothing says what they are: colours, widths, points of a curve.
  if (!shape.has_labels && !shape.has_names) return false;
  // Of a long table each row has one value, however many codes and names say of what.
  return shape.number_cells >= kCells && (shape.has_value || shape.number_cells * 8 >= shape.cells);
}

/// A form has a row or two to fill in.
bool is_data(const TableLook& table) {
  constexpr std::uint64_t kRows = 3;
  return table.rows >= kRows && table.shape.columns >= 2;
}

bool is_picture(std::string_view format) {
  return format == "png" || format == "jpeg" || format == "gif" || format == "tiff";
}

/// Text for people, in which a table is some lines.
bool is_prose(std::string_view format) {
  return format == "pdf" || format == "text" || format == "gz";
}

}  // namespace

std::optional<bool> holds_statistics(const Look& look) {
  if (std::any_of(look.tables.begin(), look.tables.end(), is_statistics)) return true;
  const bool prose = look.tables.empty() && is_prose(look.format);
  if (prose && has_lines_of_numbers(look.reading)) return true;
  if (look.tables.empty() && trim(look.reading).empty()) return std::nullopt;
  return false;
}

FileHolds holds_of(const Look& look) {
  if (look.statistics.value_or(false)) return FileHolds::statistics;
  if (std::any_of(look.tables.begin(), look.tables.end(), is_data)) return FileHolds::data;
  const bool read = look.statistics.has_value() || is_picture(look.format);
  return read ? FileHolds::nothing : FileHolds::unknown;
}

}  // namespace tagtrail::host
