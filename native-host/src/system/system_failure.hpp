// What the system says of a call that failed, as an error.
#pragma once

#include <string_view>

#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// `disk_full` or `io`, with the system's words: "<what>: No space left on device".
tl::unexpected<Error> system_failure(int system_error, std::string_view what);

}  // namespace tagtrail::host
