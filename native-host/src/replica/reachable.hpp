// What a full crawl of a replica meets, kept in it, so that replays need not crawl it first.
#pragma once

#include <functional>
#include <string_view>

#include "replica/replica.hpp"

namespace tagtrail::host {

struct ImportSummary {
  std::size_t files = 0;
  std::size_t reachable = 0;  ///< distinct URLs a full crawl meets
  std::size_t answering = 0;
  std::size_t pages = 0;
  std::size_t dead = 0;
  std::size_t redirects = 0;
};

/// Called now and then.
using ImportProgress = std::function<void(std::string_view what, std::size_t count)>;

/// Crawls the replica from its start, stores what that meets, and counts it. Errors: the replica's.
Expected<ImportSummary> store_reachable(Replica& replica, const ImportProgress& progress);

}  // namespace tagtrail::host
