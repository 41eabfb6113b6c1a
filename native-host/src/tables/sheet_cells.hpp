// Cells of a sheet by their places, for all formats of spreadsheets.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

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

/// Rows and columns count from 0. Cells come row by row, from left to right.
class SheetCells {
 public:
  /// Borrowed.
  explicit SheetCells(LookEffort& effort) : effort_(effort), builder_(effort) {}

  /// False: nothing more is wanted. A cell behind its place is left out, and counted.
  bool add(std::uint64_t row, std::uint64_t column, std::string_view text);
  /// The last call. A note tells of cells that were left out.
  TableLook finish(SheetFacts facts, bool whole, Look& look);

 private:
  bool go_to_row(std::uint64_t row);

  LookEffort& effort_;
  TableBuilder builder_;
  std::uint64_t row_ = 0;
  std::uint64_t misplaced_ = 0;
};

}  // namespace tagtrail::host
