// The address guard for what a browser loads, without waiting for a name server on the job's
// thread.
#pragma once

#include <string>

#include "load/task.hpp"
#include "load/waits.hpp"

namespace tagtrail::host {

/// leads_to_private() (fetch/address_guard.hpp); the name is looked up by a thread of its own,
/// which is left alone when the task is given up.
Task<bool> looks_private(Waits& waits, std::string host);

}  // namespace tagtrail::host
