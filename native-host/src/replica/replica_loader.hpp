// Turns a replica's answers into responses, parsing stored HTML as a live crawl would.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "replica/replica.hpp"
#include "tagtrail/config.hpp"
#include "tagtrail/mime.hpp"
#include "tagtrail/oracle.hpp"

namespace tagtrail::host {

// With `sitemaps` recorded sitemaps, feeds and robots.txt are pages (Config::sitemaps), and what a
// full crawl meets is what it meets with their help.

/// The response to one request; `needs`: what is to be read of a page besides. Errors: the
/// replica's.
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

/// What a URL is to a crawl for these targets, as the oracle says it.
UrlClass class_of(const TargetSet& wanted, const ReachableUrl& url);

/// How many files a full crawl finds, without holding their URLs.
Expected<std::size_t> count_targets(Replica& replica, const std::string& scope,
                                    const TargetSet& wanted, bool sitemaps = false);

/// What is within reach of a crawl.
struct WithinReach {
  std::size_t targets = 0;
  double gain = 0;  ///< of all of them together
};

/// What a full crawl finds, by its objective. Where gains depend on what came before, as with new
/// text, the gain of all together is the same in any order, but not how many pages bring it: then
/// these are those of the order in which the replica is gone through. Errors: the replica's;
/// invalid_argument (objective).
Expected<WithinReach> count_within_reach(Replica& replica, const Config& config);

/// The same for a crawl: its targets may be pages.
Expected<std::unique_ptr<Oracle>> make_oracle(Replica& replica, const Config& config);

/// What the replica knows about every URL, for policies that need an oracle. The lists of targets
/// and pages are read when first asked for.
std::unique_ptr<Oracle> make_oracle(Replica& replica, TargetSet wanted, std::string scope,
                                    bool sitemaps = false);

}  // namespace tagtrail::host
