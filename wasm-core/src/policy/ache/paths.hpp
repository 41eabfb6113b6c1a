// The paths that led to results, in the crawl's own graph of who linked to whom first.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "critic/link_words.hpp"
#include "tables/string_table.hpp"
#include "tagtrail/policy.hpp"

namespace tagtrail::ache {

class Paths {
 public:
  explicit Paths(const PolicyContext& context) : context_(context) {}

  /// The text around a link, as it stood where it was found.
  void found(UrlId link, std::string_view around);
  /// A link led to a result. The newest 2,000 are kept.
  void led_to_result(UrlId link);
  /// Whether to learn from them: `every` results are new, and a twentieth of all. What ranks all
  /// waiting links anew would else take longer and longer.
  bool is_time(std::uint64_t every) const { return fresh_ >= every && fresh_ >= all_ / 20; }

  LinkWords words_of(UrlId link) const;
  /// The links on the paths to results, those of a path at distances 0 to `levels` - 1: as many
  /// times as there are paths through them. From now on no result is fresh.
  std::vector<PathLink> take(std::size_t levels);

  void save(ByteWriter& out) const;
  /// False when malformed.
  bool load(ByteReader& in);

 private:
  const PolicyContext& context_;
  StringTable texts_;                  ///< around links; many have the same
  std::vector<std::uint32_t> around_;  ///< by URL: a text, or kNone
  std::vector<UrlId> results_;         ///< oldest first
  std::uint64_t all_ = 0;              ///< results so far
  std::uint64_t fresh_ = 0;            ///< of them: since the last learning
};

}  // namespace tagtrail::ache
