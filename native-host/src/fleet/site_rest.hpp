// What the next to ask a host must know of those who asked before.
#pragma once

#include <chrono>
#include <map>
#include <string>

#include "store/job_reader.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// Most hosts told of one job.
inline constexpr std::size_t kMostRests = 1000;

/// For how long from now each host of a job is to be left alone: what is left of the pauses that
/// servers asked for, and of the delay after the last request. Hosts that need no rest are left
/// out. By the clock of the machine that ran the job, on that machine. Errors: io, invalid_data.
Expected<std::map<std::string, std::chrono::milliseconds>> rests_after(const JobReader& job,
                                                                       std::int64_t now_ms);

}  // namespace tagtrail::host
