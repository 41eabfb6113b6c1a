// The cells of a column as values of SQL, by what a look says of the column.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "tables/look.hpp"

namespace tagtrail::host {

/// NULL, INTEGER, REAL, or TEXT; a text lives until the next cell is read.
using SqlValue = std::variant<std::monostate, std::int64_t, double, std::string_view>;

/// One column. A cell with nothing in it is NULL, whatever the type; so is a word for a missing
/// value
/// (`..`, `NA`) in a column of numbers, dates or booleans, where it would be counted as 0 else.
/// What does not fit the type stays the text that it is.
class CellReader {
 public:
  /// `as_text`: the column has numbers that a number of SQL has no room for, such as codes of 20
  /// digits: they stay text.
  CellReader(const FieldLook& field, bool as_text);

  SqlValue read(std::string_view cell);

  /// `INTEGER`, `REAL`, `BOOLEAN` (1 and 0) or `TEXT`: what the column is declared as. Days are
  /// `2023-12-31`, moments `2023-12-31T23:59:00`, months `2023-12`.
  const char* sql_type() const;
  /// As tagtrail_columns says it: in words of the Table Schema, of what is in the database.
  const std::string& type() const { return type_; }
  /// Words for missing values that became NULL.
  std::uint64_t missing() const { return missing_; }
  /// Cells that are kept as text in a column of another type.
  std::uint64_t unfit() const { return unfit_; }

 private:
  enum class Kind : std::uint8_t { text, integer, number, boolean, date };

  SqlValue number(std::string_view text);
  SqlValue date(std::string_view text);
  SqlValue as_it_stands(std::string_view cell);

  FieldLook field_;
  std::string type_;
  Kind kind_ = Kind::text;
  std::uint64_t missing_ = 0;
  std::uint64_t unfit_ = 0;
  std::string text_;
};

/// Whether a number of SQL, read from it, would say something else: 16 digits or more, without a
/// fraction.
bool is_long_code(std::string_view cell);

}  // namespace tagtrail::host
