// The exit codes of `tagtrail`, which scripts rely on (docs/commands.md).
#pragma once

#include "tagtrail/error.hpp"

namespace tagtrail::host {

namespace exit_code {
inline constexpr int kDone = 0;
inline constexpr int kSomeFailed = 1;
inline constexpr int kWrongUsage = 2;
inline constexpr int kCouldNotStart =
    3;  ///< nor go on: something is missing, and the message says what
inline constexpr int kLimit = 4;
inline constexpr int kStopped = 5;
inline constexpr int kRefused = 6;
inline constexpr int kDiskFull = 7;
inline constexpr int kInternal = 70;
}  // namespace exit_code

/// Of an error that ends a command or a job.
int exit_code_of(ErrorCode code);

}  // namespace tagtrail::host
