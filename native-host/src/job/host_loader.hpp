// Loads one request over plain HTTP and says what came back.
#pragma once

#include "job/host_fetch.hpp"
#include "job/loaded.hpp"
#include "tagtrail/objective.hpp"

namespace tagtrail::host {

class HostLoader {
 public:
  /// `fetch` and `objective` are borrowed. With `keep_html` pages come with their HTML.
  HostLoader(HostFetch& fetch, const Objective& objective, bool keep_html)
      : fetch_(fetch), objective_(objective), keep_html_(keep_html) {}

  /// Nothing when the job is stopping. What can go wrong with an answer is in the response; errors
  /// are of this machine: io, disk_full.
  Expected<std::optional<Loaded>> load(const Request& request);

 private:
  void make_page(Loaded& loaded, std::string html, std::string_view content_type, bool cut) const;
  Expected<Loaded> understand(const Request& request, FetchResult result);
  Expected<std::optional<FetchedFile>> keep_mislabelled(const FetchResult& result,
                                                        Response& response);
  Expected<void> read_file(FetchResult& result, Loaded& loaded, const Request& request);

  HostFetch& fetch_;
  const Objective& objective_;
  bool keep_html_;
};

}  // namespace tagtrail::host
