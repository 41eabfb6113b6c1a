#include "tables/statistics.hpp"

#include <algorithm>

#include "tables/cell_kinds.hpp"
#include "tagtrail/text.hpp"

namespace tagtrail::host {
namespace {

bool is_statistics(const TableLook& table) {
  constexpr std::uint64_t kRows = 2;
  constexpr std::uint64_t kCells = 6;
  const TableShape& shape = table.shape;
  if (table.rows < kRows || shape.columns < 2 || shape.measures == 0) return false;
  return shape.number_cells >= kCells && shape.number_cells * 8 >= shape.cells;
}

}  // namespace

std::optional<bool> holds_statistics(const Look& look) {
  if (std::any_of(look.tables.begin(), look.tables.end(), is_statistics)) return true;
  if (look.tables.empty() && trim(look.reading).empty()) return std::nullopt;
  return false;
}

}  // namespace tagtrail::host
