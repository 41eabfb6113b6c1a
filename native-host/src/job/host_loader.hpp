// Loads one request over plain HTTP and says what came back.
#pragma once

#include "job/host_fetch.hpp"
#include "job/loaded.hpp"
#include "tagtrail/objective.hpp"

namespace tagtrail::host {

class HostLoader {
 public:
  /// Both borrowed.
  HostLoader(HostFetch& fetch, const Objective& objective) : fetch_(fetch), objective_(objective) {}

  /// Nothing when the job is stopping. What can go wrong with an answer is in the response; errors
  /// are of this machine: io, disk_full.
  Expected<std::optional<Loaded>> load(const Request& request);

 private:
  Expected<Loaded> understand(const Request& request, FetchResult result);
  Expected<std::optional<FetchedFile>> keep_mislabelled(const FetchResult& result,
                                                        Response& response);
  Expected<void> read_file(FetchResult& result, Loaded& loaded, const Request& request);

  HostFetch& fetch_;
  const Objective& objective_;
};

}  // namespace tagtrail::host
