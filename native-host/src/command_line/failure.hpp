// How a command that can't do its work ends.
#pragma once

#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// The exit code of an error that ends a command.
int exit_code_of(ErrorCode code);

/// Prints the error to standard error; returns its exit code.
int report_failure(const Error& error);

}  // namespace tagtrail::host
