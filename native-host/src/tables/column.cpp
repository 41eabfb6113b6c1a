#include "tables/column.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "tagtrail/text.hpp"

namespace tagtrail::host {
namespace {

constexpr std::size_t kMissingWords = 8;

struct NamedKind {
  std::uint32_t kind;
  const char* type;
  const char* format;
};
/// Dates and times with the formats that the specification has for them, the first that fits.
constexpr auto kCalendar = std::to_array<NamedKind>({
    {cell::boolean, "boolean", ""},
    {cell::iso_date, "date", ""},
    {cell::dot_date, "date", "%d.%m.%Y"},
    {cell::slash_dmy, "date", "%d/%m/%Y"},
    {cell::slash_mdy, "date", "%m/%d/%Y"},
    {cell::slash_ymd, "date", "%Y/%m/%d"},
    {cell::dash_dmy, "date", "%d-%m-%Y"},
    {cell::yearmonth, "yearmonth", ""},
    {cell::utc_time, "datetime", ""},
    {cell::t_seconds, "datetime", "%Y-%m-%dT%H:%M:%S"},
    {cell::space_seconds, "datetime", "%Y-%m-%d %H:%M:%S"},
    {cell::space_minutes, "datetime", "%Y-%m-%d %H:%M"},
    {cell::dot_seconds, "datetime", "%d.%m.%Y %H:%M:%S"},
    {cell::dot_minutes, "datetime", "%d.%m.%Y %H:%M"},
    {cell::dmy_seconds, "datetime", "%d/%m/%Y %H:%M:%S"},
    {cell::dmy_minutes, "datetime", "%d/%m/%Y %H:%M"},
    {cell::mdy_half_days, "datetime", "%m/%d/%Y %I:%M:%S %p"},
    {cell::dmy_half_days, "datetime", "%d/%m/%Y %I:%M:%S %p"},
    {cell::mdy_half_minutes, "datetime", "%m/%d/%Y %I:%M %p"},
    {cell::mdy_seconds, "datetime", "%m/%d/%Y %H:%M:%S"},
    {cell::mdy_minutes, "datetime", "%m/%d/%Y %H:%M"},
    {cell::any_time, "datetime", "any"},
    {cell::time, "time", ""},
});

/// Dates that some write with the day first, others with the month.
constexpr std::uint32_t kEitherOrder = cell::slash_dmy | cell::slash_mdy | cell::dash_dmy |
                                       cell::dmy_seconds | cell::mdy_seconds | cell::dmy_minutes |
                                       cell::mdy_minutes | cell::dmy_half_days |
                                       cell::mdy_half_days | cell::mdy_half_minutes;

/// Words for year in names of columns.
bool names_years(std::string_view name) {
  constexpr auto kWords = std::to_array<std::string_view>(
      {"year", "jahr", "année", "annee", "año", "ano", "anno", "jaar", "år", "rok", "period",
       "time", "time_period", "urte", "urtea", "yr"});
  const std::string lower = ascii_lower(trim(name));
  return std::any_of(kWords.begin(), kWords.end(), [&](std::string_view word) {
    return lower == word || (word.size() >= 4 && lower.ends_with(word)) ||
           (word.size() >= 4 && lower.starts_with(word));
  });
}

}  // namespace

void Column::note_missing(std::string_view cell) {
  if (missing_.size() >= kMissingWords) return;
  if (std::find(missing_.begin(), missing_.end(), cell) == missing_.end()) {
    missing_.emplace_back(cell);
  }
}

void Column::add(std::string_view cell) {
  const std::string_view text = trim(cell);
  if (cell.starts_with(' ') && !text.empty()) leading_space_ = true;
  const std::size_t lead = std::min(cell.size(), cell.find_first_not_of(' '));
  const std::string_view written = cell.substr(lead);
  if (text.empty()) {
    // Spaces are not nothing to a reader.
    if (!written.empty()) note_missing(written);
    return;
  }
  if (is_missing_word(text)) return note_missing(written);
  take(text, written.size() != text.size());
}

void Column::take(std::string_view text, bool padded) {
  ++filled_;
  const CellKinds found = kinds_of_cell(text);
  if ((found.kinds & cell::kNumbers) != 0) {
    ++numbers_;
    std::int64_t value = 0;
    if ((found.kinds & cell::integer) != 0) {
      std::from_chars(text.data(), text.data() + text.size(), value);
      if (numbers_ > 1 && value == last_ + 1) ++steps_;
      last_ = value;
    }
  }
  if ((found.kinds & kEitherOrder) != 0) take_date(text);
  if (viable_ == 0) return;
  viable_ &= padded ? found.kinds & cell::kNumbers & ~cell::integer : found.kinds;
  grouped_ |= found.grouped;
  fraction_ = fraction_ || found.fraction;
  const auto same = [this](std::string& kept, std::string_view seen) {
    if (seen.empty()) return;
    if (kept.empty()) kept = seen;
    if (kept != seen) viable_ = 0;
  };
  same(affix_, found.affix);
  if ((viable_ & (cell::space_groups | cell::space_comma)) != 0) same(space_, found.space);
}

/// That begins with two numbers.
void Column::take_date(std::string_view text) {
  constexpr int kMonths = 12;
  int first = 0;
  int second = 0;
  const char* end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, first);
  if (read.ec != std::errc() || read.ptr == end) return;
  std::from_chars(read.ptr + 1, end, second);
  if (second == 0 || std::max(first, second) > 31) return;  // a year comes first
  has_dates_ = true;
  days_first_ = days_first_ && second <= kMonths;
  months_first_ = months_first_ && first <= kMonths;
  order_matters_ = order_matters_ || first != second;
}

bool Column::has_comma_fractions() const {
  constexpr std::uint32_t kCommas = cell::comma_number | cell::dot_groups | cell::space_comma;
  return filled_ > 0 && fraction_ && (viable_ & kCommas) != 0 &&
         (viable_ &
          (cell::number | cell::comma_groups | cell::space_groups | cell::quote_groups)) == 0;
}

void Column::choose_date_order(const TableHabits& habits, FieldLook& field) const {
  if (!days_first_ || !months_first_ || !order_matters_) return;
  if (habits.day_first == habits.month_first) {
    field.type = "string";
    field.format.clear();
    return;
  }
  const std::size_t day = field.format.find("%d");
  const std::size_t month = field.format.find("%m");
  if ((day < month) != habits.day_first) std::swap(field.format[day + 1], field.format[month + 1]);
}

/// A plain number, if all can be that; else what fits, and what other columns make likely.
void Column::choose_number_characters(const TableHabits& habits, FieldLook& field) const {
  const auto has = [this](std::uint32_t kind) { return (viable_ & kind) != 0; };
  const auto has_groups = [this](std::uint32_t kind) { return (viable_ & grouped_ & kind) != 0; };
  const bool commas_first = habits.comma_fractions || habits.semicolons;
  const bool dots_are_groups = has_groups(cell::dot_groups);
  if (has(cell::number) && !(habits.comma_fractions && dots_are_groups)) return;
  if (has_groups(cell::comma_groups) && !(commas_first && has(cell::comma_number))) {
    field.group_char = ",";
  } else if (dots_are_groups) {
    field.decimal_char = ",";
    field.group_char = ".";
  } else if (has(cell::comma_number)) {
    field.decimal_char = ",";
  } else if (has(cell::quote_groups)) {
    field.group_char = "'";
  } else {
    if (!has(cell::space_groups)) field.decimal_char = ",";
    field.group_char = space_;
  }
}

FieldLook Column::field(std::string_view name, const TableHabits& habits) const {
  FieldLook field;
  field.type = filled_ == 0 && missing_.empty() ? "any" : "string";
  if (filled_ == 0 || viable_ == 0) return field;
  for (const NamedKind& named : kCalendar) {
    if ((viable_ & named.kind) == 0) continue;
    field.type = named.type;
    field.format = named.format;
    if ((named.kind & kEitherOrder) != 0) choose_date_order(habits, field);
    return field;
  }
  if ((viable_ & cell::year) != 0 && names_years(name)) {
    field.type = "year";
    return field;
  }
  if ((viable_ & cell::kNumbers) == 0) return field;
  field.type = (viable_ & cell::integer) != 0 ? "integer" : "number";
  if (field.type == "integer") return field;
  field.bare_number = affix_.empty();
  field.unit = affix_;
  choose_number_characters(habits, field);
  return field;
}

}  // namespace tagtrail::host
