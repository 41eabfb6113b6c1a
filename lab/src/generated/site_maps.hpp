// What a generated site offers beside its pages: robots.txt, sitemaps, a feed. None of its pages
// links to them, so that a crawl which does not ask for them meets the same site.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "generated/answers.hpp"

namespace tagtrail::host::generated {

/// Takes the entries of a site as they are stored, and lists a share of them. Holds one part of the
/// sitemap at a time.
class SiteMaps {
 public:
  /// Both borrowed.
  SiteMaps(Replica& replica, const Site& site) : replica_(replica), site_(site) {}

  /// Errors: the replica's.
  Expected<void> take(const Entry& entry);
  /// Writes the last part, the index that robots.txt names, the feed, and robots.txt.
  Expected<void> finish();

 private:
  Expected<void> write_part();
  Expected<void> add(const std::string& path, std::string_view mime, std::string_view xml_root,
                     std::string body);

  Replica& replica_;
  const Site& site_;
  std::uint64_t taken_ = 0;
  std::string part_;
  std::size_t listed_ = 0;  ///< in part_
  std::vector<std::string> parts_;
  std::string items_;  ///< of the feed
  std::size_t articles_ = 0;
};

}  // namespace tagtrail::host::generated
