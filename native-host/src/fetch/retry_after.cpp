#include <algorithm>

#include "fetch/http_date.hpp"
#include "fetch/politeness.hpp"
#include "tagtrail/text.hpp"

namespace tagtrail::host {
namespace {

/// More than any caller waits; keeps the arithmetic from overflowing.
constexpr std::int64_t kMaxSeconds = 10LL * 366 * 86'400;

}  // namespace

std::optional<Milliseconds> parse_retry_after(std::string_view value, std::int64_t now_unix) {
  const std::string text(trim(value));
  if (text.empty()) return std::nullopt;
  std::int64_t seconds = 0;
  if (text.find_first_not_of("0123456789") == std::string::npos) {
    for (const char c : text) seconds = std::min(seconds * 10 + (c - '0'), kMaxSeconds);
  } else {
    const auto date = parse_http_date(text, now_unix);
    if (!date) return std::nullopt;
    seconds = std::clamp<std::int64_t>(*date - now_unix, 0, kMaxSeconds);
  }
  return Milliseconds(seconds * 1000);
}

}  // namespace tagtrail::host
