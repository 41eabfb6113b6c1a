// Turns a replica's answers into responses, parsing stored HTML as a live crawl would.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "replay/replica.hpp"
#include "tagtrail/mime.hpp"
#include "tagtrail/oracle.hpp"

namespace tagtrail::host {

/// The response to one request. Errors: the replica's.
Expected<Response> load_from_replica(Replica& replica, const Request& request);

/// Crawls the whole replica from its start URL, breadth first, and returns every URL met.
/// `progress(urls so far)` is called now and then.
Expected<std::vector<ReachableUrl>> crawl_replica(Replica& replica, const std::string& scope,
                                                  const std::function<void(std::size_t)>& progress);

/// As Replica::each_reachable, for any scope: what the replica has not stored is crawled.
Expected<void> each_reachable(Replica& replica, const std::string& scope, Replica::Reachable which,
                              const std::function<Expected<void>(const ReachableUrl&)>& take);

/// The targets among URLs, in their order.
std::vector<std::string> targets_among(const std::vector<ReachableUrl>& urls,
                                       const TargetSet& wanted);

/// How many targets a full crawl finds, without holding their URLs.
Expected<std::size_t> count_targets(Replica& replica, const std::string& scope,
                                    const TargetSet& wanted);

/// What the replica knows about every URL, for policies that need an oracle. The lists of targets
/// and pages are read when first asked for.
std::unique_ptr<Oracle> make_oracle(Replica& replica, TargetSet wanted, std::string scope);
/// The same with the targets known already.
std::unique_ptr<Oracle> make_oracle(Replica& replica, TargetSet wanted,
                                    std::vector<std::string> targets);

}  // namespace tagtrail::host
