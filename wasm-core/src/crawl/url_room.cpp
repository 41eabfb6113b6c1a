#include "crawl/url_room.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "traps/hashes.hpp"

namespace tagtrail {
namespace {

/// The last quarter is for those that are worth it: a site whose first pages fill the table would
/// else leave no room for what is learnt later to lead to files.
constexpr std::uint64_t kScarceFrom = 3;
constexpr std::uint64_t kOf = 4;
constexpr int kStepsOfDouble = 4;  ///< values are told apart to a quarter of a doubling
constexpr int kLeastExponent = -24;

/// Exact, and so the same on every machine.
std::size_t height_of(double value, std::size_t heights) {
  if (!(value > 0)) return 0;
  int exponent = 0;
  const double fraction = std::frexp(value, &exponent);  // in [0.5, 1)
  const int step = static_cast<int>((fraction - 0.5) * 2 * kStepsOfDouble);
  const int height = (exponent - kLeastExponent) * kStepsOfDouble + step + 1;
  return static_cast<std::size_t>(std::clamp(height, 0, static_cast<int>(heights) - 1));
}

/// In [0, 1): the order of links of one value, which hangs on the seed.
double lot_of(std::string_view url, std::uint64_t seed) {
  constexpr std::uint64_t kOdd = 0x9E3779B97F4A7C15;
  constexpr double kUnit = 1.0 / static_cast<double>(std::uint64_t{1} << 53U);
  const std::uint64_t mixed = (hash_of(url) ^ (seed * kOdd)) * kOdd;
  return static_cast<double>(mixed >> 11U) * kUnit;
}

}  // namespace

bool UrlRoom::takes(const LinkObservation& link, UrlId page) {
  const std::uint64_t most = config_.budget.memory;
  if (most == Budget::kUnlimited) return true;
  const std::uint64_t scarce = most / kOf * kScarceFrom;
  const std::uint64_t used = urls_.bytes();
  if (used < scarce || urls_.find(link.url) != StringTable::kNone) return true;
  if (used >= most) return false;
  return is_worth(link, page,
                  static_cast<double>(most - used) / static_cast<double>(most - scarce));
}

/// Whether it is among the best of those that came since: of these the share `room` is kept.
bool UrlRoom::is_worth(const LinkObservation& link, UrlId page, double room) {
  LinkView view;
  view.url = StringTable::kNone;
  view.key = link.url;
  view.tag_path = link.tag_path;
  view.anchor = link.anchor;
  view.observation = &link;
  view.source = page;
  view.depth = urls_.facts(page).depth + 1;
  const Foresight foresight = policy_.foresee(view, urls_.key(page));
  const std::size_t height =
      height_of(foresight.files.value_or(foresight.probability.value_or(0)), of_value_.size());
  ++of_value_[height];
  const auto at = of_value_.begin() + static_cast<std::ptrdiff_t>(height);
  const auto below = static_cast<double>(std::accumulate(of_value_.begin(), at, std::uint64_t{0}));
  const auto all =
      below + static_cast<double>(std::accumulate(at, of_value_.end(), std::uint64_t{0}));
  const double rank = below + lot_of(link.url, config_.seed) * static_cast<double>(*at);
  return rank >= (1 - room) * all;
}

void UrlRoom::save(ByteWriter& out) const {
  for (const std::uint64_t count : of_value_) out.var(count);
}

bool UrlRoom::load(ByteReader& in) {
  for (std::uint64_t& count : of_value_) count = in.var();
  return in.ok();
}

}  // namespace tagtrail
