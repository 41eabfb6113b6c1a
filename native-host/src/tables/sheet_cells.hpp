// Cells of a sheet by their places, for all formats of spreadsheets.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tables/readers.hpp"
#include "tables/table_builder.hpp"

namespace tagtrail::host {

/// What is known of a sheet beside its cells.
struct SheetFacts {
  std::string name;
  bool hidden = false;
};

/// The end of a sheet, whatever its format: its table. `whole`: it was read to its end.
TableLook finish_sheet(TableBuilder& builder, SheetFacts facts, bool whole,
                       const LookEffort& effort);

/// A number as a cell has it; a date where the cell's format shows one.
std::string number_cell(double value, bool is_date, bool since_1904);

/// Rows and columns count from 0. Rows come one after the other; the cells of a row in any order,
/// as some programs write those with formulas behind the others.
class SheetCells {
 public:
  /// Borrowed.
  explicit SheetCells(LookEffort& effort) : effort_(effort), builder_(effort) {}

  /// False: nothing more is wanted. A cell of a row that is over is left out, and counted.
  bool add(std::uint64_t row, std::uint64_t column, std::string_view text);
  /// The last call. A note tells of cells that were left out.
  TableLook finish(SheetFacts facts, bool whole, Look& look);

 private:
  struct Cell {
    std::size_t column = 0;
    std::size_t begin = 0;  ///< of its text, in row_text_
    std::size_t size = 0;
  };

  bool end_row();

  LookEffort& effort_;
  TableBuilder builder_;
  std::uint64_t row_ = 0;
  std::vector<Cell> cells_;  ///< of the row
  std::string row_text_;
  std::uint64_t misplaced_ = 0;
};

}  // namespace tagtrail::host
