// A table, told row by row, in whatever format it came.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tables/column.hpp"
#include "tables/kin.hpp"
#include "tables/limits.hpp"
#include "tables/look.hpp"
#include "tables/table_rows.hpp"

namespace tagtrail::host {

/// Whether columns of this name (in lower case) have numbers that tell one thing from another, or
/// say where and when: these count nothing.
bool names_no_measure(std::string_view name);

/// Holds the first rows, in which it looks for the header, and of the others only what they add up
/// to. What stands above the header and short notes below the data are no rows.
class TableBuilder {
 public:
  /// Borrowed.
  explicit TableBuilder(LookEffort& effort) : effort_(effort) {}

  /// The format says what rows there are: none is a header or a note, and one without values is a
  /// row like any other.
  void rows_are_told() { told_ = true; }
  /// The same, and columns have these names.
  void name_columns(std::vector<std::string> names) {
    given_names_ = std::move(names);
    rows_are_told();
  }

  /// The row has a value that there is no room for, so it is no empty one.
  void leave_value() { left_value_ = true; }
  bool has_left_value() const { return left_value_; }
  /// The next cell of a row, any bytes.
  void add_cell(std::string_view cell);
  /// Columns from `index` on are the next to be told of; those between are empty.
  void skip_to(std::size_t index);
  std::size_t cells_in_row() const { return ends_.size(); }
  /// A line that is no row: not all readers know comments.
  void skip_comment() {
    ++number_;
    even_ = false;
  }
  /// So many rows are empty.
  void skip_rows(std::uint64_t rows) {
    number_ += rows;
    blank_rows_ += rows;
  }
  /// Whether more is wanted; false once the effort is over.
  bool end_row();

  /// What has been told. `dialect`: of delimited text.
  TableLook finish(std::optional<DialectLook> dialect = std::nullopt);

 private:
  struct Row {
    std::uint64_t number = 0;
    std::vector<std::string> cells;
  };

  RowView row() const;
  void take_row(const RowView& cells);
  void keep_head(const RowView& cells);
  void open_data();
  /// `told`: whoever wants rows has it already.
  void take_data(std::uint64_t number, const RowView& cells, bool told);
  void tell(std::uint64_t number, const RowView& cells);
  void set_aside(std::uint64_t number);
  void count_data(const RowView& cells);
  bool is_note(std::uint64_t number, const RowView& cells) const;
  bool is_header_again(const RowView& cells) const;
  void release_notes();
  void name_fields(TableLook& table, const TableHabits& habits) const;
  void add_preview(TableLook& table) const;
  void measure(TableLook& table) const;

  LookEffort& effort_;
  std::string text_;               ///< cells of the row that is being told
  std::vector<std::size_t> ends_;  ///< of each of them
  std::size_t beyond_ = 0;         ///< cells of it that there is no room for
  bool left_value_ = false;        ///< one of these is not empty
  bool told_ = false;
  std::uint64_t number_ = 0;      ///< of rows so far, and of lines that are none
  std::uint64_t blank_rows_ = 0;  ///< since the last that was not
  std::vector<Row> head_;
  bool in_head_ = true;
  std::uint64_t header_row_ = 0;
  std::vector<std::string> names_;
  std::vector<std::string> given_names_;
  std::vector<Column> columns_;
  std::uint64_t last_row_ = 0;  ///< of data
  std::vector<Row> notes_;      ///< behind it, which only at the end are notes
  KinDigest kin_;
  std::uint64_t rows_ = 0;
  std::size_t width_ = 0;  ///< of the first row of data, or the header
  bool even_ = true;
  std::optional<std::uint32_t> told_as_;
};

}  // namespace tagtrail::host
