#include "options/amounts.hpp"

#include <array>
#include <charconv>
#include <cmath>

#include "tagtrail/text.hpp"

namespace tagtrail::host {
namespace {

struct Unit {
  std::string_view name;
  double factor;
};

constexpr std::array kDurations{Unit{"ms", 1},     Unit{"s", 1000},   Unit{"", 1000},
                                Unit{"m", 60e3},   Unit{"min", 60e3}, Unit{"h", 3600e3},
                                Unit{"d", 86400e3}};
constexpr std::array kSizes{Unit{"", 1},       Unit{"b", 1},         Unit{"k", 1e3},
                            Unit{"kb", 1e3},   Unit{"mb", 1e6},      Unit{"gb", 1e9},
                            Unit{"tb", 1e12},  Unit{"m", 1e6},       Unit{"g", 1e9},
                            Unit{"kib", 1024}, Unit{"mib", 1048576}, Unit{"gib", 1073741824}};

template <typename Units>
Expected<std::uint64_t> parse_with_unit(const std::string& text, const Units& units,
                                        const char* example) {
  const std::string lower = ascii_lower(trim(text));
  double number = 0;
  const auto [end, error] = std::from_chars(lower.data(), lower.data() + lower.size(), number);
  const std::string_view unit = trim(std::string_view(end, lower.data() + lower.size()));
  for (const Unit& known : units) {
    if (error != std::errc{} || unit != known.name) continue;
    const double value = number * known.factor;
    if (number >= 0 && value < 9e18) return static_cast<std::uint64_t>(std::llround(value));
  }
  return fail(ErrorCode::invalid_argument, "'" + text + "' is not understood; write " + example);
}

}  // namespace

Expected<std::uint64_t> parse_duration_ms(const std::string& text) {
  return parse_with_unit(text, kDurations, "for example 500ms, 2s, 15m or 1h");
}

Expected<std::uint64_t> parse_size(const std::string& text) {
  return parse_with_unit(text, kSizes, "for example 500kB, 20MB or 1.5GiB");
}

Expected<double> parse_share(std::string text) {
  const std::string written = text;
  const bool per_cent = !text.empty() && text.back() == '%';
  if (per_cent) text.pop_back();
  double value = 0;
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, value);
  if (per_cent || value > 1) value /= 100;
  if (rest == end && error == std::errc{} && value > 0 && value <= 1) return value;
  return fail(ErrorCode::invalid_argument,
              "'" + written + "' is not a share; write for example 95%");
}

}  // namespace tagtrail::host
