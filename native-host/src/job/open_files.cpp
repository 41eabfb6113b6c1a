#include "job/open_files.hpp"

#include <sys/resource.h>

#include <algorithm>

namespace tagtrail::host {
namespace {

constexpr rlim_t kMost = 32'768;
constexpr unsigned kOthers = 256;  ///< of the job itself
constexpr unsigned kForEach = 3;   ///< two locks and a connection
constexpr unsigned kKept = 1;      ///< connections for each request, at least

unsigned open_files() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return 0;
  const rlim_t before = limit.rlim_cur;
  limit.rlim_cur = std::max(before, std::min(limit.rlim_max, kMost));
  const bool raised = limit.rlim_cur == before || ::setrlimit(RLIMIT_NOFILE, &limit) == 0;
  const rlim_t files = std::min(raised ? limit.rlim_cur : before, kMost);
  return static_cast<unsigned>(files) - std::min(static_cast<unsigned>(files), kOthers);
}

}  // namespace

unsigned requests_with_open_files() { return open_files() / (kForEach + kKept); }

unsigned connections_to_keep(unsigned requests) {
  const unsigned files = open_files();
  return std::max(kKept * requests, files - std::min(files, kForEach * requests));
}

}  // namespace tagtrail::host
