#include "system/open_files.hpp"

#include <sys/resource.h>

#include <algorithm>

namespace tagtrail::host {

std::uint64_t allow_open_files(std::uint64_t wanted) {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return 0;
  const rlim_t before = limit.rlim_cur;
  limit.rlim_cur = std::max(before, std::min(limit.rlim_max, static_cast<rlim_t>(wanted)));
  if (limit.rlim_cur > before && ::setrlimit(RLIMIT_NOFILE, &limit) != 0) return before;
  return limit.rlim_cur;
}

}  // namespace tagtrail::host
