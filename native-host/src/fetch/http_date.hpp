// Dates and waiting times of HTTP headers (RFC 9110, 5.6.7 and 10.2.3).
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tagtrail::host {

/// Seconds since 1970 of a date in one of the three forms. A year of two digits is the last one
/// that is not more than 50 years after `now_unix`. Nothing for a day or time that does not exist;
/// a leap second is the one after it. The day of the week is not compared.
std::optional<std::int64_t> parse_http_date(const std::string& text, std::int64_t now_unix);

/// Retry-After: seconds or an HTTP date, relative to `now_unix`; nothing when malformed; zero for
/// a date in the past and for less than no seconds.
std::optional<std::chrono::milliseconds> parse_retry_after(std::string_view value,
                                                           std::int64_t now_unix);

}  // namespace tagtrail::host
