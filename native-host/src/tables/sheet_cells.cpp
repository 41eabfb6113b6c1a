#include "tables/sheet_cells.hpp"

#include <fmt/format.h>

#include "tables/serial_date.hpp"

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

bool SheetCells::go_to_row(std::uint64_t row) {
  if (row == row_) return true;
  if (!builder_.end_row()) return false;
  builder_.skip_rows(row - row_ - 1);
  row_ = row;
  return true;
}

bool SheetCells::add(std::uint64_t row, std::uint64_t column, std::string_view text) {
  if (row < row_ || (row == row_ && column < builder_.cells_in_row() &&
                     builder_.cells_in_row() < look_limit::kColumns)) {
    ++misplaced_;
    return effort_.in_time();
  }
  if (!go_to_row(row)) return false;
  builder_.skip_to(column);
  builder_.add_cell(text);
  return true;
}

TableLook SheetCells::finish(SheetFacts facts, bool whole, Look& look) {
  if (builder_.cells_in_row() > 0) builder_.end_row();
  if (misplaced_ > 0) {
    add_note(look,
             fmt::format("cells left out because others stand in their places: {}", misplaced_));
  }
  return finish_sheet(builder_, std::move(facts), whole, effort_);
}

}  // namespace tagtrail::host
