#include "answers/cell_values.hpp"

#include <fmt/format.h>

#include <charconv>
#include <optional>

#include "tables/cell_kinds.hpp"
#include "tagtrail/text.hpp"

namespace tagtrail::host {
namespace {

/// What a date written by a format says; parts that the format lacks are 0.
struct Moment {
  int year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0;
  bool afternoon = false;
};

/// Takes at most `most` digits off the front.
std::optional<int> take_digits(std::string_view& text, std::size_t most) {
  std::size_t count = 0;
  while (count < most && count < text.size() && is_digit(text[count])) ++count;
  int value = 0;
  const auto read = std::from_chars(text.data(), text.data() + count, value);
  if (read.ec != std::errc()) return std::nullopt;
  text.remove_prefix(count);
  return value;
}

bool take_half_day(std::string_view& text, Moment& moment) {
  if (text.size() < 2) return false;
  const std::string half = ascii_lower(text.substr(0, 2));
  text.remove_prefix(2);
  moment.afternoon = half == "pm";
  return moment.afternoon || half == "am";
}

/// One field of a format, behind its `%`.
bool take_part(char part, std::string_view& text, Moment& moment) {
  constexpr std::size_t kYearDigits = 4;
  if (part == 'p') return take_half_day(text, moment);
  const auto value = take_digits(text, part == 'Y' ? kYearDigits : 2);
  if (!value) return false;
  switch (part) {
    case 'Y':
      moment.year = *value;
      return true;
    case 'm':
      moment.month = *value;
      return true;
    case 'd':
      moment.day = *value;
      return true;
    case 'H':
    case 'I':
      moment.hour = *value;
      return true;
    case 'M':
      moment.minute = *value;
      return true;
    default:
      moment.second = *value;
      return part == 'S';
  }
}

/// Nothing: the text is not written so.
std::optional<Moment> read_moment(std::string_view text, std::string_view format) {
  Moment moment;
  for (std::size_t at = 0; at < format.size(); ++at) {
    if (format[at] == '%' && at + 1 < format.size()) {
      if (!take_part(format[++at], text, moment)) return std::nullopt;
    } else {
      if (text.empty() || text.front() != format[at]) return std::nullopt;
      text.remove_prefix(1);
    }
  }
  if (!text.empty()) return std::nullopt;
  constexpr int kNoon = 12;
  if (format.find("%I") != std::string_view::npos) {
    moment.hour = moment.hour % kNoon + (moment.afternoon ? kNoon : 0);
  }
  return moment;
}

std::string_view without_affix(std::string_view text) {
  constexpr std::string_view kNumber = "0123456789+-.,";
  const std::size_t begin = text.find_first_of(kNumber);
  if (begin == std::string_view::npos) return text;
  return text.substr(begin, text.find_last_of(kNumber) - begin + 1);
}

}  // namespace

CellReader::CellReader(const FieldLook& field, bool as_text) : field_(field), type_(field.type) {
  if (as_text) type_ = "string";
  if (type_ == "integer" || type_ == "year") kind_ = Kind::integer;
  if (type_ == "number") kind_ = Kind::number;
  if (type_ == "boolean") kind_ = Kind::boolean;
  for (const std::string_view type : {"date", "datetime", "yearmonth", "time"}) {
    if (type_ == type) kind_ = Kind::date;
  }
}

const char* CellReader::sql_type() const {
  switch (kind_) {
    case Kind::integer:
      return "INTEGER";
    case Kind::number:
      return "REAL";
    case Kind::boolean:
      return "BOOLEAN";
    default:
      return "TEXT";
  }
}

SqlValue CellReader::read(std::string_view cell) {
  if (cell.empty()) return {};
  if (kind_ == Kind::text) return as_it_stands(cell);
  const std::string_view text = trim(cell);
  if (text.empty() || is_missing_word(text)) {
    missing_ += text.empty() ? 0 : 1;
    return {};
  }
  SqlValue value;
  if (kind_ == Kind::integer) {
    std::int64_t integer = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), integer);
    if (read.ec == std::errc() && read.ptr == text.data() + text.size()) value = integer;
  } else if (kind_ == Kind::number) {
    value = number(text);
  } else if (kind_ == Kind::boolean) {
    const std::string word = ascii_lower(text);
    if (word == "true" || word == "false") value = std::int64_t{word == "true" ? 1 : 0};
  } else {
    value = date(text);
  }
  if (value.index() != 0) return value;
  ++unfit_;
  return as_it_stands(cell);
}

SqlValue CellReader::number(std::string_view text) {
  const char decimal = field_.decimal_char.empty() ? '.' : field_.decimal_char.front();
  if (!field_.bare_number) text = without_affix(text);
  const auto value = number_of_cell(text, decimal, !field_.group_char.empty());
  return value ? SqlValue(*value) : SqlValue();
}

SqlValue CellReader::date(std::string_view text) {
  // What has no format is written as ISO 8601 has it.
  if (field_.format.empty() || field_.format == "any") return as_it_stands(text);
  const auto moment = read_moment(text, field_.format);
  if (!moment) return {};
  text_ = fmt::format("{:04}-{:02}-{:02}", moment->year, moment->month, moment->day);
  const bool has_time = type_ == "datetime";
  if (has_time) text_ += fmt::format("T{:02}:{:02}", moment->hour, moment->minute);
  if (field_.format.find("%S") != std::string::npos) text_ += fmt::format(":{:02}", moment->second);
  return std::string_view(text_);
}

SqlValue CellReader::as_it_stands(std::string_view cell) {
  if (is_valid_utf8(cell)) return cell;
  text_ = to_valid_utf8(cell);
  return std::string_view(text_);
}

bool is_long_code(std::string_view cell) {
  constexpr std::size_t kExactDigits = 15;
  std::string_view digits = trim(cell);
  if (digits.starts_with('-') || digits.starts_with('+')) digits.remove_prefix(1);
  return digits.size() > kExactDigits &&
         digits.find_first_not_of("0123456789") == std::string_view::npos;
}

}  // namespace tagtrail::host
