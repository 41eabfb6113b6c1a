// Times as people and archives read them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tagtrail::host {

/// Now, in milliseconds since 1970.
std::int64_t unix_ms_now();

/// Unix milliseconds as RFC 3339, and WARC 1.1, write them in UTC: 2026-01-02T03:04:05.678Z.
std::string utc_text(std::int64_t unix_ms);
std::string utc_now();

/// The seconds since 1970 of such a text; 0 when it is none.
std::int64_t unix_seconds(const std::string& utc);

/// The 14 digits, up to the seconds, of such a text: 20260102030405.
std::string time_digits(std::string_view utc);

}  // namespace tagtrail::host
