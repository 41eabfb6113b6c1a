#include "fetch/host_trace.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <system_error>

namespace tagtrail::host {
namespace {

/// Three numbers of 64 bits, two spaces, the end of the line.
constexpr std::size_t kTraceBytes = 64;
/// In the year 2223: what is later was not written by us, and could not be counted with.
constexpr std::int64_t kLatest = 8'000'000'000'000;
/// No server is left alone for longer by what it asked an earlier run.
constexpr std::int64_t kLongestBlock = 24LL * 3600 * 1000;
constexpr std::int64_t kLongestDelay = 30LL * 24 * 3600 * 1000;

}  // namespace

std::int64_t HostTrace::binds_until() const { return std::max(last_touch + delay, blocked_until); }

HostTrace HostTrace::believed_at(std::int64_t now) const {
  return {std::min(last_touch, now), std::min(blocked_until, now + kLongestBlock),
          std::min(delay, kLongestDelay)};
}

std::optional<HostTrace> read_trace(int file) {
  std::array<char, kTraceBytes> text{};
  const ssize_t got = ::pread(file, text.data(), text.size(), 0);
  if (got <= 0) return std::nullopt;
  const char* const end = text.data() + got;
  HostTrace trace;
  const auto first = std::from_chars(text.data(), end, trace.last_touch);
  if (first.ec != std::errc{} || first.ptr == end || *first.ptr != ' ') return std::nullopt;
  const auto second = std::from_chars(first.ptr + 1, end, trace.blocked_until);
  if (second.ec != std::errc{} || second.ptr == end || *second.ptr != ' ') return std::nullopt;
  const auto third = std::from_chars(second.ptr + 1, end, trace.delay);
  if (third.ec != std::errc{} || third.ptr == end || *third.ptr != '\n') return std::nullopt;
  const auto is_time = [](std::int64_t time) { return time >= 0 && time <= kLatest; };
  const bool sound =
      is_time(trace.last_touch) && is_time(trace.blocked_until) && is_time(trace.delay);
  if (!sound) return std::nullopt;
  return trace;
}

void write_trace(int file, const HostTrace& trace) {
  // A line as long as any other: the last one's end can't show behind it.
  const std::string line =
      fmt::format("{} {} {}\n", trace.last_touch, trace.blocked_until, trace.delay);
  const std::string text = fmt::format("{:<{}}", line, kTraceBytes);
  (void)!::pwrite(file, text.data(), text.size(), 0);
}

}  // namespace tagtrail::host
