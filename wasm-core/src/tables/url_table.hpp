// All URLs that a crawl knows, with what became of each and how it was found.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "tables/string_table.hpp"
#include "tagtrail/bytes.hpp"
#include "tagtrail/policy.hpp"

namespace tagtrail {

enum class UrlState : std::uint8_t {
  known = 0,     ///< named, nothing decided
  frontier = 1,  ///< waits in the policy's frontier
  visited = 2,   ///< requested, or reached by a redirect
  useless = 3,   ///< never to be requested
  withheld = 4,  ///< not to be requested as long as the user's word stands
  aside = 5,     ///< in a trap (TrapWatch)
  acting = 6,    ///< does something when requested: not to be, unless the user allows it
  beyond = 7,    ///< deeper than CrawlBounds::depth, or of a host that is full
};

/// What came of a request for a URL (crawl/fates.hpp).
enum class UrlFate : std::uint8_t {
  none = 0,   ///< not requested, or not answered yet
  saved = 1,  ///< a wanted file
  equal = 2,  ///< one whose content another had
  page = 3,
  login = 4,     ///< a page that asks for a password
  moved = 5,     ///< it leads to another URL, which has a fate of its own
  unwanted = 6,  ///< a type that was not asked for, or out of scope
  dead = 7,      ///< 404 or 410
  failed = 8,    ///< refused, forbidden, broken
  left = 9,      ///< it brought nothing, for a cause that is counted
  listing = 10,  ///< a page for programs: a catalogue's answer, a sitemap
};

/// How a URL was found first.
struct UrlFacts {
  UrlState state = UrlState::known;
  UrlFate fate = UrlFate::none;
  bool target = false;  ///< counted as a target
  std::uint32_t depth = 0;
  UrlId source = StringTable::kNone;
  PathId path = 0;
  std::uint32_t anchor = 0;  ///< in UrlTable's anchors

  /// A redirect leads here: found where the link was that was followed.
  void found_as(const UrlFacts& link) {
    depth = link.depth;
    source = link.source;
    path = link.path;
    anchor = link.anchor;
  }
};

class UrlTable {
 public:
  UrlTable();

  UrlId intern(std::string_view key);
  /// The same, but no more than `most` URLs (0: any number): of a new one beyond,
  /// StringTable::kNone, and it counts as turned away.
  UrlId intern_within(std::string_view key, std::uint64_t most);
  /// How often: a link that is met on several pages counts on each.
  std::uint64_t turned_away() const { return turned_away_; }
  /// The id of a URL, or StringTable::kNone.
  UrlId find(std::string_view key) const { return keys_.find(key); }
  std::string_view key(UrlId id) const { return keys_.at(id); }
  UrlFacts& facts(UrlId id) { return facts_[id]; }
  const UrlFacts& facts(UrlId id) const { return facts_[id]; }
  std::uint32_t size() const { return keys_.size(); }
  /// About what is kept in memory because these URLs are known, by the tables here and by others: a
  /// sum of what was interned, the same on every machine.
  std::uint64_t bytes() const;
  /// How many are in this state. Looks at all.
  std::size_t count(UrlState state) const;

  PathId intern_path(std::string_view path) { return paths_.intern(path); }
  /// The id of a path, or StringTable::kNone.
  PathId find_path(std::string_view path) const { return paths_.find(path); }
  PathId paths() const { return paths_.size(); }
  std::string_view path(PathId id) const { return paths_.at(id); }
  std::uint32_t intern_anchor(std::string_view anchor) { return anchors_.intern(anchor); }
  std::string_view anchor(std::uint32_t id) const { return anchors_.at(id); }

  void save(ByteWriter& out) const;
  bool load(ByteReader& in);

 private:
  StringTable keys_;
  StringTable paths_;    ///< 0 is the seed URL's empty path
  StringTable anchors_;  ///< 0 is the empty anchor
  std::vector<UrlFacts> facts_;
  std::uint64_t turned_away_ = 0;
};

}  // namespace tagtrail
