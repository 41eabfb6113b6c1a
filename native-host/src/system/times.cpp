#include "system/times.hpp"

#include <fmt/format.h>

#include <chrono>
#include <ctime>

namespace tagtrail::host {

std::int64_t unix_ms_now() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
}

std::string utc_text(std::int64_t unix_ms) {
  const auto seconds = static_cast<std::time_t>(unix_ms / 1000);
  std::tm utc{};
  gmtime_r(&seconds, &utc);
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:03}Z", utc.tm_year + 1900,
                     utc.tm_mon + 1, utc.tm_mday, utc.tm_hour, utc.tm_min, utc.tm_sec,
                     unix_ms % 1000);
}

std::string utc_now() { return utc_text(unix_ms_now()); }

std::int64_t unix_seconds(const std::string& utc) {
  std::tm read{};
  const char* end = ::strptime(utc.c_str(), "%Y-%m-%dT%H:%M:%S", &read);
  return end == nullptr ? 0 : static_cast<std::int64_t>(::timegm(&read));
}

std::string time_digits(std::string_view utc) {
  std::string digits(utc.substr(0, sizeof("2026-01-02T03:04:05") - 1));
  std::erase_if(digits, [](char c) { return c < '0' || c > '9'; });
  return digits;
}

}  // namespace tagtrail::host
