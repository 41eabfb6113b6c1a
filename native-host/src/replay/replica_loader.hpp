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

/// The reachable targets of a replica, in the order of the full crawl.
std::vector<std::string> targets_among(const std::vector<ReachableUrl>& urls,
                                       const TargetSet& wanted);

/// What the replica knows about every URL, for policies that need an oracle.
std::unique_ptr<Oracle> make_oracle(Replica& replica, TargetSet wanted,
                                    std::vector<std::string> targets);

}  // namespace tagtrail::host
