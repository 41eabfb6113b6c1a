#include "tables/serial_date.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cmath>

namespace tagtrail::host {

bool shows_date(std::string_view format) {
  bool quoted = false;
  bool bracketed = false;
  for (std::size_t at = 0; at < format.size(); ++at) {
    const char c = format[at];
    if (c == '"') quoted = !quoted;
    if (quoted) continue;
    if (c == '\\' || c == '_' || c == '*') {
      ++at;
      continue;
    }
    if (c == '[') bracketed = true;
    if (c == ']') bracketed = false;
    if (bracketed) continue;
    // `E` is of numbers; `General` has letters of dates.
    if (format.substr(at).starts_with("General")) return false;
    if (c == 'y' || c == 'Y' || c == 'd' || c == 'D' || c == 'h' || c == 'H' || c == 'm' ||
        c == 'M' || c == 's' || c == 'S') {
      return true;
    }
  }
  return false;
}

bool is_built_in_date(std::uint64_t format) {
  // Those from 27 on are of East Asian calendars.
  return (format >= 14 && format <= 22) || (format >= 27 && format <= 36) ||
         (format >= 45 && format <= 47) || (format >= 50 && format <= 58);
}

std::string date_of_serial(double days, bool since_1904) {
  constexpr double kLast = 2'958'466;  // of the year 9999
  if (!(days >= 0) || days >= kLast) return {};
  constexpr double kSecondsOfDay = 86'400;
  double whole = std::floor(days);
  auto seconds = static_cast<long>(std::lround((days - whole) * kSecondsOfDay));
  if (seconds == static_cast<long>(kSecondsOfDay)) {
    seconds = 0;
    whole += 1;
  }
  const std::string clock =
      fmt::format("{:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
  if (whole == 0 && !since_1904) return clock;
  using namespace std::chrono;
  // Day 60 of the older epoch is a 29 February 1900 that never was.
  const sys_days epoch = since_1904 ? sys_days(year(1904) / 1 / 1)
                                    : sys_days(year(1899) / 12 / (whole < 60 ? 31 : 30));
  const year_month_day date(epoch + std::chrono::days(static_cast<int>(whole)));
  const std::string day =
      fmt::format("{:04}-{:02}-{:02}", static_cast<int>(date.year()),
                  static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()));
  return seconds == 0 ? day : day + "T" + clock;
}

}  // namespace tagtrail::host
