#include "tables/sheet_cells.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "tables/serial_date.hpp"
#include "tagtrail/text.hpp"

namespace tagtrail::host {

TableLook finish_sheet(TableBuilder& builder, SheetFacts facts, bool whole,
                       const LookEffort& effort) {
  TableLook table = builder.finish();
  table.rows_at_least = !whole || !effort.is_going();
  table.name = std::move(facts.name);
  table.hidden = facts.hidden;
  return table;
}

std::string number_cell(double value, bool is_date, bool since_1904) {
  std::string date = is_date ? date_of_serial(value, since_1904) : std::string();
  return date.empty() ? fmt::format("{}", value) : date;
}

bool SheetCells::end_row() {
  std::stable_sort(cells_.begin(), cells_.end(),
                   [](const Cell& a, const Cell& b) { return a.column < b.column; });
  const std::string_view text = row_text_;
  for (const Cell& cell : cells_) {
    if (cell.column < builder_.cells_in_row()) {
      ++misplaced_;
      continue;
    }
    builder_.skip_to(cell.column);
    builder_.add_cell(text.substr(cell.begin, cell.size));
  }
  cells_.clear();
  row_text_.clear();
  return builder_.end_row();
}

bool SheetCells::add(std::uint64_t row, std::uint64_t column, std::string_view text) {
  constexpr std::size_t kRowTextBytes = 16 << 20;
  if (row < row_ || cells_.size() >= 2 * look_limit::kColumns) {
    ++misplaced_;
    return effort_.in_time();
  }
  if (row > row_) {
    if (!end_row()) return false;
    builder_.skip_rows(row - row_ - 1);
    row_ = row;
  }
  if (column >= look_limit::kColumns) {
    effort_.leave_columns(column + 1 - look_limit::kColumns);
    if (!trim(text).empty()) builder_.leave_value();
    return effort_.is_going();
  }
  if (row_text_.size() > kRowTextBytes) text = {};
  cells_.push_back({static_cast<std::size_t>(column), row_text_.size(), text.size()});
  row_text_ += text;
  return true;
}

TableLook SheetCells::finish(SheetFacts facts, bool whole, Look& look) {
  if (!cells_.empty() || builder_.has_left_value()) end_row();
  if (misplaced_ > 0) {
    add_note(look,
             fmt::format("cells left out because others stand in their places: {}", misplaced_));
  }
  return finish_sheet(builder_, std::move(facts), whole, effort_);
}

}  // namespace tagtrail::host
