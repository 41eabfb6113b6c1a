#include "crawl/listed_dates.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tagtrail {
namespace {

/// Clocks differ, and what is sent may be older than the moment in which it comes.
constexpr std::uint32_t kSlack = 3600;
/// A change further ahead than time zones explain is none.
constexpr std::uint32_t kDay = 24 * 3600;
/// Where nothing is known of what a site's dates are worth, and how many expected files that stands
/// against experience.
constexpr double kIfChanged = 8;
constexpr double kIfUnchanged = 0.125;
constexpr double kUnits = 1;
/// Neither rules alone: what is said to be unchanged is asked in the end, as its age grows.
constexpr double kLeast = 0.0625;
constexpr double kMost = 16;
constexpr std::uint32_t kPaysFor = 10;           // dated URLs, for a request ahead of others
constexpr double kMiddle = 0.70710678118654752;  // of two powers of two, in frexp()
constexpr double kQuarter = 4;
constexpr double kExpectedUnit = 256;

}  // namespace

void ListedDates::said(UrlId sitemap, UrlId url, TimeSpan changed, std::uint32_t round) {
  const bool to_come = changed.from > now_ && changed.from - now_ > kDay;
  if (!changed.is_told() || to_come || sitemap == url) return;
  if (url >= entries_.size()) entries_.resize(std::size_t{url} + 1);
  Entry& entry = entries_[url];
  if (entry.sitemap != sitemap) {
    if (entry.sitemap != StringTable::kNone) --listing_[entry.sitemap];
    ++listing_[sitemap];
  }
  entry = {changed, sitemap, round};
}

bool ListedDates::confirmed(UrlId sitemap, std::uint32_t round) {
  if (!listing_.contains(sitemap)) return false;
  for (Entry& entry : entries_) {
    if (entry.sitemap == sitemap) entry.round = round;
  }
  return true;
}

Listed ListedDates::of(UrlId url, std::uint32_t visited, std::uint32_t round) const {
  if (visited == 0 || url >= entries_.size() || !entries_[url].changed.is_told()) {
    return Listed::unknown;
  }
  const TimeSpan changed = entries_[url].changed;
  if (changed.from > visited) return Listed::changed;
  const bool before = changed.until <= visited && visited - changed.until >= kSlack;
  return before && entries_[url].round == round ? Listed::unchanged : Listed::unknown;
}

std::size_t ListedDates::worth_at(Listed listed, bool target) {
  return (listed == Listed::changed ? 1U : 0U) + (target ? 2U : 0U);
}

bool ListedDates::asked(Listed listed, bool target, double expected) {
  if (listed == Listed::unknown) return false;
  const double before = factor(listed, target);
  worth_[worth_at(listed, target)].expected += static_cast<std::uint64_t>(expected * kExpectedUnit);
  return factor(listed, target) != before;
}

bool ListedDates::gained(Listed listed, bool target, std::uint32_t quarters) {
  if (listed == Listed::unknown) return false;
  const double before = factor(listed, target);
  worth_[worth_at(listed, target)].quarters += quarters;
  return factor(listed, target) != before;
}

double ListedDates::factor(Listed listed, bool target) const {
  if (listed == Listed::unknown) return 1;
  const Worth& worth = worth_[worth_at(listed, target)];
  const double prior = listed == Listed::changed ? kIfChanged : kIfUnchanged;
  const double brought = static_cast<double>(worth.quarters) / kQuarter;
  const double expected = static_cast<double>(worth.expected) / kExpectedUnit;
  int power = 0;
  const double part = std::frexp((brought + kUnits * prior) / (expected + kUnits), &power);
  return std::clamp(std::ldexp(1, part < kMiddle ? power - 1 : power), kLeast, kMost);
}

std::optional<UrlId> ListedDates::sitemap_behind(UrlId before) const {
  auto next = before == StringTable::kNone ? listing_.begin() : listing_.upper_bound(before);
  next = std::find_if(next, listing_.end(), [](const auto& one) { return one.second >= kPaysFor; });
  if (next == listing_.end()) return std::nullopt;
  return next->first;
}

void ListedDates::save(ByteWriter& out) const {
  out.var(now_);
  for (const Worth& worth : worth_) {
    out.var(worth.expected);
    out.var(worth.quarters);
  }
  const auto is_told = [](const Entry& entry) { return entry.changed.is_told(); };
  out.var(static_cast<std::uint64_t>(std::count_if(entries_.begin(), entries_.end(), is_told)));
  for (UrlId url = 0; url < entries_.size(); ++url) {
    const Entry& entry = entries_[url];
    if (!is_told(entry)) continue;
    out.var(url);
    out.var(entry.sitemap);
    out.var(entry.changed.from);
    out.var(entry.changed.until);
    out.var(entry.round);
  }
}

bool ListedDates::load(ByteReader& in, UrlId urls) {
  const auto number = [&in] {
    const std::uint64_t value = in.var();
    if (value > std::numeric_limits<std::uint32_t>::max()) in.mark_bad();
    return static_cast<std::uint32_t>(value);
  };
  now_ = number();
  for (Worth& worth : worth_) {
    worth.expected = in.var();
    worth.quarters = in.var();
  }
  const std::size_t count = in.count(5);
  for (std::size_t i = 0; i < count && in.ok(); ++i) {
    const UrlId url = number();
    const UrlId sitemap = number();
    const std::uint32_t from = number();
    const std::uint32_t until = number();
    const bool again = url < entries_.size() && entries_[url].changed.is_told();
    if (url >= urls || sitemap >= urls || again || from >= until) return false;
    said(sitemap, url, {from, until}, number());
  }
  return in.ok();
}

}  // namespace tagtrail
