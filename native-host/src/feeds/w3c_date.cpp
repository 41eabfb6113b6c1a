#include "feeds/w3c_date.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>

#include "tagtrail/text.hpp"

namespace tagtrail::host {
namespace {

using Seconds = std::int64_t;

constexpr Seconds kMinute = 60;
constexpr Seconds kHour = 60 * kMinute;
constexpr Seconds kDay = 24 * kHour;
/// Where a day begins first, and where last.
constexpr Seconds kMostEast = 14 * kHour;
constexpr Seconds kMostWest = 12 * kHour;
constexpr int kLastYear = 2100;

/// Reads from the front of a text; what is not there marks it as bad.
class DateText {
 public:
  explicit DateText(std::string_view text) : text_(text) {}

  bool ok() const { return ok_; }
  bool at_end() const { return text_.empty(); }
  bool starts_with(char c) const { return text_.starts_with(c); }
  /// The character, if it comes next.
  bool skip(char c) {
    if (!starts_with(c)) return false;
    text_.remove_prefix(1);
    return true;
  }
  void expect(char c) { ok_ = skip(c) && ok_; }
  void refuse() { ok_ = false; }
  int number(std::size_t digits, int least, int most) {
    int value = 0;
    for (std::size_t i = 0; i < digits; ++i) {
      ok_ = ok_ && !text_.empty() && text_.front() >= '0' && text_.front() <= '9';
      if (!ok_) return least;
      value = value * 10 + (text_.front() - '0');
      text_.remove_prefix(1);
    }
    ok_ = value >= least && value <= most;
    return ok_ ? value : least;
  }
  void skip_digits() {
    const std::size_t end = text_.find_first_not_of("0123456789");
    ok_ = ok_ && end != 0 && !text_.empty();
    text_.remove_prefix(std::min(end, text_.size()));
  }

 private:
  std::string_view text_;
  bool ok_ = true;
};

struct Span {
  Seconds from;
  Seconds until;
};

Seconds start_of(int year, int month, int day) {
  const std::chrono::year_month_day date{std::chrono::year(year),
                                         std::chrono::month(static_cast<unsigned>(month)),
                                         std::chrono::day(static_cast<unsigned>(day))};
  return std::chrono::sys_days(date).time_since_epoch().count() * kDay;
}

/// What the zone adds to universal time; nothing: none is written.
std::optional<Seconds> read_zone(DateText& text) {
  if (text.skip('Z') || text.skip('z')) return 0;
  const bool west = text.starts_with('-');
  if (!text.skip('+') && !text.skip('-')) return std::nullopt;
  const Seconds hours = text.number(2, 0, 14);
  text.expect(':');
  const Seconds ahead = hours * kHour + text.number(2, 0, 59) * kMinute;
  return west ? -ahead : ahead;
}

Span of_any_zone(Span span) { return {span.from - kMostEast, span.until + kMostWest}; }

/// Behind the `T` of a day that begins at `day`.
Span read_time(DateText& text, Seconds day) {
  Span span{day + text.number(2, 0, 23) * kHour, 0};
  text.expect(':');
  span.from += text.number(2, 0, 59) * kMinute;
  span.until = span.from + kMinute;
  if (text.skip(':')) {
    span.from += text.number(2, 0, 60);
    span.until = span.from + 1;
    if (text.skip('.')) text.skip_digits();
  }
  const auto ahead = read_zone(text);
  return ahead ? Span{span.from - *ahead, span.until - *ahead} : of_any_zone(span);
}

Span read_span(DateText& text) {
  const int year = text.number(4, 0, 9999);
  if (text.at_end()) return of_any_zone({start_of(year, 1, 1), start_of(year + 1, 1, 1)});
  text.expect('-');
  const int month = text.number(2, 1, 12);
  if (text.at_end()) {
    const Seconds next = month == 12 ? start_of(year + 1, 1, 1) : start_of(year, month + 1, 1);
    return of_any_zone({start_of(year, month, 1), next});
  }
  text.expect('-');
  const int number = text.number(2, 1, 31);
  const Seconds day = start_of(year, month, number);
  if (month != 12 && day >= start_of(year, month + 1, 1)) text.refuse();
  if (text.at_end()) return of_any_zone({day, day + kDay});
  text.expect('T');
  return read_time(text, day);
}

}  // namespace

TimeSpan read_w3c_date(std::string_view written) {
  DateText text(trim(written));
  const Span span = read_span(text);
  const bool sound =
      text.ok() && text.at_end() && span.from >= 0 && span.until <= start_of(kLastYear + 1, 1, 1);
  if (!sound) return {};
  return {static_cast<std::uint32_t>(span.from), static_cast<std::uint32_t>(span.until)};
}

}  // namespace tagtrail::host
