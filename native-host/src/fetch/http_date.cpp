#include "fetch/http_date.hpp"

#include <algorithm>
#include <ctime>

#include "tagtrail/text.hpp"

namespace tagtrail::host {
namespace {

constexpr int kYearBase = 1900;
/// More than any caller waits; keeps the arithmetic from overflowing.
constexpr std::int64_t kMaxSeconds = 10LL * 366 * 86'400;

/// The program never sets a locale, so names are English.
std::optional<std::tm> read_as(const std::string& text, const char* format) {
  std::tm date{};
  const char* end = strptime(text.c_str(), format, &date);
  // A NUL within the text ends it for strptime alone.
  if (end == nullptr || end != text.c_str() + text.size()) return std::nullopt;
  return date;
}

/// Nothing for the 30th of February, which timegm() takes for a day in March.
std::optional<std::int64_t> seconds_of(std::tm date) {
  const int day = date.tm_mday;
  const int second = date.tm_sec;
  date.tm_sec = 0;
  const std::int64_t minute = timegm(&date);
  if (date.tm_mday != day) return std::nullopt;
  return minute + second;
}

int year_at(std::int64_t unix) {
  const std::time_t time = unix;
  std::tm date{};
  return gmtime_r(&time, &date) == nullptr ? 0 : date.tm_year + kYearBase;
}

std::optional<std::int64_t> with_century(std::tm date, std::int64_t now_unix) {
  const int this_year = year_at(now_unix);
  const int two_digits = date.tm_year % 100;
  date.tm_year = this_year + 50 - kYearBase;
  date.tm_year -= ((date.tm_year + kYearBase - two_digits) % 100 + 100) % 100;
  std::tm limit{};
  const std::time_t now = now_unix;
  if (gmtime_r(&now, &limit) == nullptr) return std::nullopt;
  limit.tm_year += 50;
  const auto seconds = seconds_of(date);
  if (seconds && *seconds <= timegm(&limit)) return seconds;
  date.tm_year -= 100;
  return seconds_of(date);
}

}  // namespace

std::optional<std::int64_t> parse_http_date(const std::string& text, std::int64_t now_unix) {
  for (const char* format : {"%a, %d %b %Y %H:%M:%S GMT", "%a %b %e %H:%M:%S %Y"}) {
    if (const auto date = read_as(text, format)) return seconds_of(*date);
  }
  const auto date = read_as(text, "%A, %d-%b-%y %H:%M:%S GMT");
  return date ? with_century(*date, now_unix) : std::nullopt;
}

std::optional<std::chrono::milliseconds> parse_retry_after(std::string_view value,
                                                           std::int64_t now_unix) {
  std::string text(trim(value));
  if (text.empty()) return std::nullopt;
  std::int64_t seconds = 0;
  // What is left of a wait that is over, as a date in the past is.
  const bool negative = text.size() > 1 && text.front() == '-' && is_digit(text[1]);
  if (negative) text.erase(0, 1);
  // Some send a part of a second: it is waited for whole.
  const std::size_t end = std::min(text.find_first_not_of("0123456789"), text.size());
  const std::string_view rest = std::string_view(text).substr(end);
  const bool part = rest.size() > 1 && rest.front() == '.' &&
                    rest.find_first_not_of("0123456789", 1) == std::string_view::npos;
  if (end > 0 && (rest.empty() || part)) {
    for (const char c : text.substr(0, end)) {
      seconds = std::min(seconds * 10 + (c - '0'), kMaxSeconds);
    }
    const bool over = rest.find_first_not_of(".0") != std::string_view::npos;
    seconds = negative ? 0 : std::min(seconds + (over ? 1 : 0), kMaxSeconds);
  } else {
    const auto date = parse_http_date(text, now_unix);
    if (!date) return std::nullopt;
    seconds = std::clamp<std::int64_t>(*date - now_unix, 0, kMaxSeconds);
  }
  return std::chrono::seconds(seconds);
}

}  // namespace tagtrail::host
