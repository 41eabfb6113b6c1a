// The rows of tables, for who wants more than a look: told while a file is read, none kept.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace tagtrail::host {

/// The cells of a row, borrowed.
using RowView = std::vector<std::string_view>;

/// Gets every row of every table that may be in a file, in the order of the file. Which of the
/// tables there are in the end, and with which columns, the look says (TableLook::told_as): a text
/// that was read anew has been told twice, and of what only arranges a page nothing is left.
class TakeRows {
 public:
  virtual ~TakeRows() = default;
  /// Another table begins. Returns the number by which its rows are told; those of tables that
  /// stand in each other come by turns.
  virtual std::uint32_t begin_table() = 0;
  /// A row as it stands, any bytes. `number`: from 1 on, ascending; lines that are no rows count.
  /// False: nothing more is wanted of the file.
  virtual bool take_row(std::uint32_t table, std::uint64_t number, const RowView& cells) = 0;
  /// That row, which was told, is no data: a title, the header, a note below. Of a table at most a
  /// hundred, in any order.
  virtual void set_aside(std::uint32_t table, std::uint64_t number) = 0;
};

}  // namespace tagtrail::host
