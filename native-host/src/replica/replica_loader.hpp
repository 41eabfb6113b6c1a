// Turns a replica's answers into responses, parsing stored HTML as a live crawl would.
#pragma once

#include <string>

#include "replica/replica.hpp"

namespace tagtrail::host {

// With `sitemaps` recorded sitemaps, feeds and robots.txt are pages (Config::sitemaps), and what a
// full crawl meets is what it meets with their help.

/// The response to one request; `needs`: what is to be read of a page besides (of a page whose HTML
/// was not recorded, what its recording needed is there and no more). Errors: the replica's.
Expected<Response> load_from_replica(Replica& replica, const Request& request,
                                     bool sitemaps = false, const ContentNeeds& needs = {});

/// Response::content of a file; 0 where the replica knows no more than its size. Errors: the
/// replica's.
Expected<std::uint64_t> content_in_replica(Replica& replica, std::string_view url);

/// Crawls the whole replica from its start URL, breadth first; `take` gets every URL met.
Expected<void> crawl_replica(Replica& replica, const std::string& scope, const TakeReachable& take,
                             bool sitemaps = false);

/// As Replica::each_reachable, for any scope: what the replica has not stored is crawled.
Expected<void> each_reachable(Replica& replica, const std::string& scope, Replica::Reachable which,
                              const TakeReachable& take, bool sitemaps = false);

}  // namespace tagtrail::host
