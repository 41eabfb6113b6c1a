// How a command that can't do its work ends.
#pragma once

#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// Prints the error to standard error; returns its exit code.
int report_failure(const Error& error);

}  // namespace tagtrail::host
