// What is inside a file: its format and the tables in it, as far as that can be told without a
// person.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tables/limits.hpp"

namespace tagtrail::host {

/// Raised when files are to be looked into again, because more is seen in them.
inline constexpr int kLookVersion = 5;

/// A column, in words of the Frictionless Table Schema (version 1).
struct FieldLook {
  std::string name;  ///< as the header has it; `field3` where there is none
  std::string
      type;  ///< integer, number, boolean, date, datetime, year, yearmonth, time, string, any
  std::string format;        ///< empty: the default one
  std::string unit;          ///< as written; empty: the header does not say
  std::string decimal_char;  ///< of numbers; empty: a point
  std::string group_char;    ///< of numbers; empty: none
  bool bare_number = true;   ///< false: numbers have `%` or a currency beside them
};

/// Of delimited text (Frictionless CSV Dialect, version 1).
struct DialectLook {
  char delimiter = ',';
  char quote = '"';
  char comment = '\0';  ///< lines that begin so are no rows; none: there are none
  bool skip_initial_space = false;
  bool header = true;
};

/// What a judge of tables has to know of one.
struct TableShape {
  std::uint64_t columns = 0;
  std::uint64_t measures = 0;      ///< columns of numbers that are no years, codes or places
  std::uint64_t cells = 0;         ///< that are not empty, of data rows
  std::uint64_t number_cells = 0;  ///< of these, in columns of measures
  bool has_value = false;          ///< one is called `value` or the like, and is full
  bool has_names = false;          ///< the columns have names
  bool has_labels = false;         ///< a column says what the numbers are about
};

struct TableLook {
  std::string name;     ///< of the sheet or member
  bool hidden = false;  ///< a sheet that the workbook does not show
  std::string encoding;
  std::optional<DialectLook> dialect;
  std::uint64_t header_row = 0;  ///< 1-based; 0: none
  std::uint64_t rows = 0;        ///< of data
  bool rows_at_least = false;    ///< the table was not read to its end
  std::vector<FieldLook> fields;
  std::uint64_t fields_more = 0;
  std::vector<std::string> missing;  ///< what stands where a value is missing, besides nothing
  std::vector<std::vector<std::string>> preview;
  /// Whether a reader that knows nothing but schema and dialect gets just these rows: the header is
  /// the first row, all rows are as wide as it, nothing stands below.
  bool plain = false;
  std::string kin;  ///< equal for equal tables; empty: too little to compare
  TableShape shape;
  /// By which number its rows were told (table_rows.hpp); nothing: nobody wanted them, or the
  /// format's are not read.
  std::optional<std::uint32_t> told_as;
};

struct MemberLook {
  std::string path;
  std::uint64_t bytes = 0;
};

struct Look {
  std::string format;                             ///< `csv`, `xlsx`, `pdf`, ...
  std::size_t most_tables = look_limit::kTables;  ///< there is room for
  std::vector<TableLook> tables;
  std::uint64_t tables_more = 0;
  std::vector<MemberLook> members;
  std::uint64_t members_more = 0;
  std::string text;     ///< the beginning
  std::string reading;  ///< more of the text, for those who judge it; not kept
  std::optional<bool> statistics;
  std::string note;  ///< what could not be read, and why
};

}  // namespace tagtrail::host
