// Why a job waits for its user.
#pragma once

#include <string>

namespace tagtrail::host {

/// Why a job waits for the user: `login_lost`, `login_needed` (docs/protocol.md).
struct JobAttention {
  std::string kind;
  std::string url;
};

}  // namespace tagtrail::host
