// What the text of one cell can be read as.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tagtrail::host {

/// Bits: a cell may be several things at once.
namespace cell {

enum Kind : std::uint32_t {
  integer = 1U << 0,            ///< `-12`: as written by a program, without leading zeros
  number = 1U << 1,             ///< `1234.5`, `1e-3`; none that is beyond what a double holds
  comma_number = 1U << 2,       ///< `1234,5`
  comma_groups = 1U << 3,       ///< `1,234.5`, `12`
  dot_groups = 1U << 4,         ///< `1.234,5`, `12`
  space_groups = 1U << 5,       ///< `1 234.5`
  space_comma = 1U << 6,        ///< `1 234,5`
  quote_groups = 1U << 7,       ///< `1'234.5`
  boolean = 1U << 8,            ///< `true`, `False`
  year = 1U << 9,               ///< `1987`
  yearmonth = 1U << 10,         ///< `1987-03`
  iso_date = 1U << 11,          ///< `1987-03-24`
  dot_date = 1U << 12,          ///< `24.03.1987`
  slash_dmy = 1U << 13,         ///< `24/03/1987`
  slash_mdy = 1U << 14,         ///< `03/24/1987`
  slash_ymd = 1U << 15,         ///< `1987/03/24`
  dash_dmy = 1U << 16,          ///< `24-03-1987`
  time = 1U << 17,              ///< `12:30:00`
  utc_time = 1U << 18,          ///< `1987-03-24T12:30:00Z`
  t_seconds = 1U << 19,         ///< `1987-03-24T12:30:00`
  space_seconds = 1U << 20,     ///< `1987-03-24 12:30:00`
  space_minutes = 1U << 21,     ///< `1987-03-24 12:30`
  any_time = 1U << 22,          ///< any of these, and with fractions and offsets
  mdy_half_days = 1U << 23,     ///< `03/24/1987 11:07:15 PM`
  mdy_seconds = 1U << 24,       ///< `03/24/1987 23:07:15`
  mdy_minutes = 1U << 25,       ///< `03/24/1987 23:07`
  dmy_seconds = 1U << 26,       ///< `24/03/1987 23:07:15`
  dmy_minutes = 1U << 27,       ///< `24/03/1987 23:07`
  dot_seconds = 1U << 28,       ///< `24.03.1987 23:07:15`
  dot_minutes = 1U << 29,       ///< `24.03.1987 23:07`
  mdy_half_minutes = 1U << 30,  ///< `03/24/1987 11:07 PM`
  dmy_half_days = 1U << 31,     ///< `24/03/1987 11:07:15 PM`
};

inline constexpr std::uint32_t kNumbers = integer | number | comma_number | comma_groups |
                                          dot_groups | space_groups | space_comma | quote_groups;
inline constexpr std::uint32_t kDates =
    iso_date | dot_date | slash_dmy | slash_mdy | slash_ymd | dash_dmy;
inline constexpr std::uint32_t kTimes = utc_time | t_seconds | space_seconds | space_minutes |
                                        any_time | mdy_half_days | mdy_seconds | mdy_minutes |
                                        dmy_seconds | dmy_minutes | dot_seconds | dot_minutes |
                                        mdy_half_minutes | dmy_half_days;

}  // namespace cell

struct CellKinds {
  std::uint32_t kinds = 0;    ///< of cell::Kind; 0: nothing but text
  std::string_view affix;     ///< `%` or a currency beside a number, part of the cell
  std::string_view space;     ///< what separates groups, where spaces do
  std::uint32_t grouped = 0;  ///< of the kinds, those by which it has groups
  bool fraction = false;      ///< with a decimal point or comma, or one that may be it
};

/// `text` without spaces around. Takes time in proportion to at most 40 bytes.
CellKinds kinds_of_cell(std::string_view text);

/// Whether there is a letter in it, or any character beyond ASCII.
bool has_letters(std::string_view text);

/// Whether a cell says that there is no value: `NA`, `-`, `..`, `:`.
bool is_missing_word(std::string_view text);

/// The value of a number, read with these characters for fractions and groups; nothing: it is none.
std::optional<double> number_of_cell(std::string_view text, char decimal, bool groups);

}  // namespace tagtrail::host
