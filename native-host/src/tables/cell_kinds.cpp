#include "tables/cell_kinds.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <string>

#include "tagtrail/text.hpp"

namespace tagtrail::host {
namespace {

constexpr std::size_t kLongestTyped = 40;
constexpr auto kAffixes = std::to_array<std::string_view>({"%", "$", "€", "£", "¥", "‰"});
/// Space, no-break space, narrow no-break space, thin space.
constexpr auto kGroupSpaces = std::to_array<std::string_view>({" ", "\u00a0", "\u202f", "\u2009"});

bool all_digits(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), is_digit);
}

int to_int(std::string_view digits) {
  int value = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), value);
  return value;
}

bool is_month(std::string_view text) {
  return text.size() <= 2 && all_digits(text) && to_int(text) >= 1 && to_int(text) <= 12;
}
bool is_day(std::string_view text) {
  return text.size() <= 2 && all_digits(text) && to_int(text) >= 1 && to_int(text) <= 31;
}
bool is_year(std::string_view text) {
  return text.size() == 4 && all_digits(text) && to_int(text) >= 1000 && to_int(text) <= 2999;
}

/// A date as calendars have it; patterns alone would take the 31st of February.
bool is_date(std::string_view year, std::string_view month, std::string_view day) {
  if (!is_year(year) || !is_month(month) || !is_day(day)) return false;
  constexpr auto kDays = std::to_array<int>({31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31});
  const int y = to_int(year);
  const int m = to_int(month);
  const bool leap = (y % 4 == 0 && y % 100 != 0) || y % 400 == 0;
  return to_int(day) <= kDays.at(static_cast<std::size_t>(m - 1)) + (m == 2 && leap ? 1 : 0);
}

/// Two marks of one kind, and what is around them.
struct Parts {
  std::string_view first, second, third;
  bool ok = false;
};

Parts split_date(std::string_view text, char mark) {
  const std::size_t one = text.find(mark);
  const std::size_t two = one == std::string_view::npos ? one : text.find(mark, one + 1);
  if (two == std::string_view::npos) return {};
  return {text.substr(0, one), text.substr(one + 1, two - one - 1), text.substr(two + 1), true};
}

std::uint32_t clock_kinds(std::string_view text, char separator) {
  const auto pair = [&](std::size_t at) {
    return at + 2 <= text.size() && all_digits(text.substr(at, 2)) &&
           to_int(text.substr(at, 2)) < 60;
  };
  if (!pair(0) || to_int(text.substr(0, 2)) > 23 || text.size() < 5 || text[2] != ':' || !pair(3)) {
    return 0;
  }
  std::uint32_t kinds = cell::any_time;
  if (text.size() == 5) return separator == ' ' ? kinds | cell::space_minutes : kinds;
  if (text[5] != ':') return text.substr(5) == "Z" ? kinds : 0;
  if (!pair(6)) return 0;
  const std::string_view rest = text.substr(8);
  if (rest.empty()) {
    return kinds | (separator == ' ' ? cell::space_seconds : cell::t_seconds);
  }
  if (rest == "Z") return separator == 'T' ? kinds | cell::utc_time : kinds;
  const bool known = rest.find_first_not_of("0123456789.:+-Z") == std::string_view::npos;
  return known && (rest[0] == '.' || rest[0] == '+' || rest[0] == '-') ? kinds : 0;
}

/// `24.03.1987 23:07` and its like: a date as people write it, and a time of day behind a space.
std::uint32_t dated_clock_kinds(std::string_view date, std::string_view clock) {
  constexpr auto kHalves = std::to_array<std::string_view>({" AM", " PM", " am", " pm"});
  const bool half_days =
      std::any_of(kHalves.begin(), kHalves.end(),
                  [clock](std::string_view half) { return clock.ends_with(half); });
  if (half_days) clock.remove_suffix(3);
  const std::string whole = std::string(clock.find(':') == 1 ? "0" : "").append(clock);
  const std::uint32_t how = clock_kinds(whole, ' ');
  const bool seconds = (how & cell::space_seconds) != 0;
  if (!seconds && (how & cell::space_minutes) == 0) return 0;
  constexpr int kNoon = 12;
  const int hour = to_int(std::string_view(whole).substr(0, 2));
  if (half_days && (hour < 1 || hour > kNoon)) return 0;
  const auto either = [seconds](cell::Kind by_seconds, cell::Kind by_minutes) {
    return std::uint32_t{seconds ? by_seconds : by_minutes};
  };
  if (const auto p = split_date(date, '.'); p.ok) {
    if (half_days || !is_date(p.third, p.second, p.first)) return 0;
    return either(cell::dot_seconds, cell::dot_minutes);
  }
  const auto p = split_date(date, '/');
  if (!p.ok) return 0;
  const bool mdy = is_date(p.third, p.first, p.second);
  const bool dmy = is_date(p.third, p.second, p.first);
  if (half_days) {
    return (mdy ? either(cell::mdy_half_days, cell::mdy_half_minutes) : 0) |
           (dmy && seconds ? std::uint32_t{cell::dmy_half_days} : 0);
  }
  return (mdy ? either(cell::mdy_seconds, cell::mdy_minutes) : 0) |
         (dmy ? either(cell::dmy_seconds, cell::dmy_minutes) : 0);
}

std::uint32_t date_kinds(std::string_view text) {
  std::uint32_t kinds = 0;
  constexpr std::size_t kShortestDate = 8;
  constexpr std::size_t kLongestDate = 10;
  const std::size_t space = text.find(' ');
  if (space >= kShortestDate && space <= kLongestDate && text.find_first_of("./") < 3) {
    return dated_clock_kinds(text.substr(0, space), text.substr(space + 1));
  }
  if (const auto p = split_date(text, '-'); p.ok) {
    if (p.second.size() == 2 && is_year(p.first)) {
      const std::string_view day = p.third.substr(0, 2);
      if (day.size() == 2 && is_date(p.first, p.second, day)) {
        if (p.third.size() == 2) return cell::iso_date;
        const char separator = p.third[2];
        if (separator == ' ' || separator == 'T') return clock_kinds(p.third.substr(3), separator);
      }
      return 0;
    }
    if (is_date(p.third, p.second, p.first)) kinds |= cell::dash_dmy;
  } else if (text.size() == 7 && text[4] == '-' && is_year(text.substr(0, 4)) &&
             is_month(text.substr(5))) {
    kinds |= cell::yearmonth;
  }
  if (const auto p = split_date(text, '.'); p.ok && is_date(p.third, p.second, p.first)) {
    kinds |= cell::dot_date;
  }
  if (const auto p = split_date(text, '/'); p.ok) {
    if (is_date(p.third, p.second, p.first)) kinds |= cell::slash_dmy;
    if (is_date(p.third, p.first, p.second)) kinds |= cell::slash_mdy;
    if (is_date(p.first, p.second, p.third)) kinds |= cell::slash_ymd;
  }
  if (text.size() == 8 && text[2] == ':' && text[5] == ':' &&
      (clock_kinds(text, ' ') & cell::space_seconds) != 0) {
    kinds |= cell::time;
  }
  return kinds;
}

/// Digits in groups of three after the first; `separator` between them.
bool has_groups(std::string_view digits, std::string_view separator) {
  const std::size_t first = digits.find(separator);
  if (first == std::string_view::npos) return false;
  if (first == 0 || first > 3 || digits[0] == '0') return false;
  std::string_view rest = digits;
  std::size_t at = first;
  if (!all_digits(rest.substr(0, at))) return false;
  while (at < rest.size()) {
    if (rest.substr(at, separator.size()) != separator) return false;
    at += separator.size();
    if (rest.size() - at < 3 || !all_digits(rest.substr(at, 3))) return false;
    at += 3;
  }
  return true;
}

/// Digits before a decimal mark: codes such as `007` are no numbers.
bool is_plain(std::string_view digits) {
  return all_digits(digits) && (digits.size() == 1 || digits[0] != '0');
}

bool is_exponent(std::string_view text) {
  if (text.empty()) return true;
  if (text[0] != 'e' && text[0] != 'E') return false;
  text.remove_prefix(1);
  if (!text.empty() && (text[0] == '+' || text[0] == '-')) text.remove_prefix(1);
  constexpr int kMostExponent = 290;  // with all digits that a cell may have before it
  return all_digits(text) && text.size() <= 3 && to_int(text) <= kMostExponent;
}

/// What stands before a decimal mark, whether there is one, and whether what follows is right.
struct Split {
  std::string_view whole;
  bool marked = false;
  bool ok = true;
};

Split split_number(std::string_view text, char mark) {
  const std::size_t at = text.rfind(mark);
  if (at == std::string_view::npos) {
    const std::size_t exponent = text.find_first_of("eE");
    if (exponent == std::string_view::npos) return {text, false, true};
    return {text.substr(0, exponent), false, is_exponent(text.substr(exponent))};
  }
  const std::string_view after = text.substr(at + 1);
  const std::size_t digits = std::min(after.size(), after.find_first_not_of("0123456789"));
  const bool ok = (digits > 0 || at > 0) && is_exponent(after.substr(digits));
  return {text.substr(0, at), true, ok};
}

/// Of digits with a mark and groups, without sign and affix.
void add_number_kinds(std::string_view text, CellKinds& found) {
  const Split dot = split_number(text, '.');
  const Split comma = split_number(text, ',');
  const auto plain = [](const Split& split) {
    return split.ok && (is_plain(split.whole) || (split.marked && split.whole.empty()));
  };
  std::uint32_t& kinds = found.kinds;
  if (plain(dot))
    kinds |= cell::number | cell::comma_groups | cell::space_groups | cell::quote_groups;
  if (plain(comma)) kinds |= cell::comma_number | cell::dot_groups | cell::space_comma;
  found.fraction = (plain(dot) && dot.marked) || (plain(comma) && comma.marked);
  const auto groups = [&](const Split& split, std::string_view separator, std::uint32_t kind) {
    if (!split.ok || !has_groups(split.whole, separator)) return false;
    kinds |= kind;
    found.grouped |= kind;
    found.fraction = found.fraction || split.marked;
    return true;
  };
  if (text.find_first_not_of("0123456789.") == std::string_view::npos &&
      text.find('.') == text.rfind('.') && !has_groups(text, ".")) {
    return;
  }
  groups(dot, ",", cell::comma_groups);
  groups(comma, ".", cell::dot_groups);
  groups(dot, "'", cell::quote_groups);
  for (const std::string_view space : kGroupSpaces) {
    const bool by_dot = groups(dot, space, cell::space_groups);
    const bool by_comma = groups(comma, space, cell::space_comma);
    if (by_dot || by_comma) found.space = space;
  }
}

std::string_view without_affix(std::string_view text, CellKinds& found) {
  for (const std::string_view affix : kAffixes) {
    if (text.starts_with(affix)) {
      found.affix = text.substr(0, affix.size());
      return trim(text.substr(affix.size()));
    }
    if (text.ends_with(affix)) {
      found.affix = text.substr(text.size() - affix.size());
      text = trim(text.substr(0, text.size() - affix.size()));
      return text.ends_with("\u00a0") ? text.substr(0, text.size() - 2) : text;
    }
  }
  return text;
}

bool is_boolean(std::string_view text) {
  constexpr auto kWords =
      std::to_array<std::string_view>({"true", "True", "TRUE", "false", "False", "FALSE"});
  return std::find(kWords.begin(), kWords.end(), text) != kWords.end();
}

}  // namespace

CellKinds kinds_of_cell(std::string_view text) {
  CellKinds found;
  if (text.empty() || text.size() > kLongestTyped) return found;
  const auto first = static_cast<unsigned char>(text[0]);
  // Most text ends here.
  if (first >= 'A' && first <= 'z') {
    if (is_boolean(text)) found.kinds = cell::boolean;
    return found;
  }
  std::string_view number = text;
  const bool bare = is_digit(text[0]) && is_digit(text.back());
  if (!bare) number = without_affix(text, found);
  const bool minus = number.starts_with('-');
  const bool plus = number.starts_with('+');
  if (minus || plus) number.remove_prefix(1);
  if (number.empty() || !(is_digit(number[0]) || number[0] == '.' || number[0] == ',')) return {};
  add_number_kinds(number, found);
  // `+49 123` is a telephone number.
  if (plus && !found.space.empty()) return {};
  // Readers by the specification lose the sign where something stands before or behind.
  if (!found.affix.empty()) {
    if (minus) found.kinds &= ~cell::kNumbers;
    return found;
  }
  constexpr std::size_t kExactDigits = 15;
  if (!plus && is_plain(number) && number.size() <= kExactDigits && text != "-0") {
    found.kinds |= cell::integer;
    if (!minus && is_year(number)) found.kinds |= cell::year;
  }
  if (!minus && !plus && text.size() >= 6) found.kinds |= date_kinds(text);
  return found;
}

bool has_letters(std::string_view text) {
  return std::any_of(text.begin(), text.end(), [](char c) {
    return static_cast<unsigned char>(c) >= 0x80 || (is_letter_or_digit(c) && !is_digit(c));
  });
}

bool is_missing_word(std::string_view text) {
  constexpr auto kWords = std::to_array<std::string_view>(
      {"NA", "N/A", "n/a", "na", "#N/A", "null", "NULL", "NaN", "nan", "None", "-",
       "--", "–",   "—",   ".",  "..",   "...",  "…",    ":",   "x",   "X",    "*"});
  constexpr std::size_t kLongest = 4;
  return text.size() <= kLongest && std::find(kWords.begin(), kWords.end(), text) != kWords.end();
}

std::optional<double> number_of_cell(std::string_view text, char decimal, bool groups) {
  std::string plain;
  for (const char c : text.substr(0, kLongestTyped)) {
    if (c == decimal) {
      plain += '.';
    } else if (is_digit(c) || c == '-' || c == 'e' || c == 'E') {
      plain += c;
    } else if (c != '+' && !groups) {
      return std::nullopt;
    }
  }
  double value = 0;
  const auto read = std::from_chars(plain.data(), plain.data() + plain.size(), value);
  if (read.ec != std::errc() || read.ptr != plain.data() + plain.size()) return std::nullopt;
  return value;
}

}  // namespace tagtrail::host
