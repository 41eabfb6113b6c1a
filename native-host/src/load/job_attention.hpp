// Why a job waits for its user.
#pragma once

#include <string>

namespace tagtrail::host {

/// Why a job waits for the user: `login_lost`, `login_needed`, `acted` (docs/protocol.md).
struct JobAttention {
  std::string kind;
  std::string url;
  std::string what = {};  ///< of `acted`: how it is known, in words of the site's and ours
};

}  // namespace tagtrail::host
