// What sitemaps say of when pages and files changed last, against when these were asked last.
// Sitemaps may lie, or stamp all that they list with the time of their making: so what they say is
// weighed by what it was worth so far, and nothing is left out for it.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "tables/string_table.hpp"
#include "tagtrail/bytes.hpp"
#include "tagtrail/link.hpp"
#include "tagtrail/policy.hpp"

namespace tagtrail {

/// Since it was asked last, by the sitemap that lists it.
enum class Listed : std::uint8_t { unknown = 0, unchanged = 1, changed = 2 };

class ListedDates {
 public:
  /// `sitemap` was read in this round and says so of `url`. What is not told, or lies ahead of the
  /// newest answer by more than time zones explain, says nothing.
  void said(UrlId sitemap, UrlId url, TimeSpan changed, std::uint32_t round);
  /// `sitemap` is what it was before, so what it said holds in this round, too. True when it said
  /// something.
  bool confirmed(UrlId sitemap, std::uint32_t round);
  /// An answer came then, in seconds since 1970; 0: not known.
  void time_is(std::uint32_t when) { now_ = when > now_ ? when : now_; }

  /// Of a page or file that was last there at `visited` (0: not known). That something has not
  /// changed holds only when it was said in this round; that it has, until it is asked again.
  Listed of(UrlId url, std::uint32_t visited, std::uint32_t round) const;

  /// One of which the sitemaps said so was asked; `expected`: what it would have brought otherwise.
  /// True when factor() of something is another now; so below.
  bool asked(Listed listed, bool target, double expected);
  /// It brought so many quarters of a file.
  bool gained(Listed listed, bool target, std::uint32_t quarters);
  /// By how much more or less such a one brings, so far: a power of two, which seldom changes.
  double factor(Listed listed, bool target) const;

  /// The first sitemap behind `before` (kNone: of all) that it pays to read before what it lists:
  /// it dates enough that no other did before.
  std::optional<UrlId> sitemap_behind(UrlId before) const;

  void save(ByteWriter& out) const;
  /// False when malformed, or when a URL is none of the `urls` first ones.
  bool load(ByteReader& in, UrlId urls);

 private:
  struct Entry {
    TimeSpan changed;
    UrlId sitemap = StringTable::kNone;
    std::uint32_t round = 0;  ///< in which it was said last
  };
  /// Whole numbers, so that a snapshot gives the same values.
  struct Worth {
    std::uint64_t expected = 0;  ///< in 256ths of a file
    std::uint64_t quarters = 0;
  };

  static std::size_t worth_at(Listed listed, bool target);

  std::vector<Entry> entries_;              ///< by URL; not told: nothing is said of it
  std::map<UrlId, std::uint32_t> listing_;  ///< sitemap -> URLs that it dates
  std::array<Worth, 4> worth_;              ///< unchanged, changed; pages, then files
  std::uint32_t now_ = 0;
};

}  // namespace tagtrail
