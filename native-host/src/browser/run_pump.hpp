// `tagtrail pump`, which a browser starts: between it and the run that owns the job.
#pragma once

#include <filesystem>

namespace tagtrail::host {

/// `tagtrail pump SOCKET`: copies frames between standard input/output and the socket until either
/// ends. Checks each length against the frame limit before reading it. Returns the exit code.
int run_pump(const std::filesystem::path& socket);

}  // namespace tagtrail::host
