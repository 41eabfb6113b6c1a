// What a job got from each of its hosts.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "store/job_reader.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

struct HostCounts {
  std::string host;            ///< host[:port]
  std::uint64_t requests = 0;  ///< that went out: tries, hops and robots.txt too
  std::uint64_t answers = 0;   ///< of the crawl
  std::uint64_t files = 0;
  std::uint64_t bytes = 0;  ///< of bodies, files and others
  /// Answers that brought nothing, by reason (docs/job-folder.md).
  std::map<std::string, std::uint64_t> skips;
};

/// Most files first, then most answers, then by name. Errors: those of the reader.
Expected<std::vector<HostCounts>> count_hosts(const JobReader& job);

/// A line a host, and the same for programs.
std::string to_text(const std::vector<HostCounts>& hosts);
std::string to_json(const std::vector<HostCounts>& hosts);

}  // namespace tagtrail::host
