// What the next to ask a host must know of those who asked before.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>

#include "store/job_reader.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// Most hosts told of one job.
inline constexpr std::size_t kMostRests = 1000;

using Rests = std::map<std::string, std::chrono::milliseconds>;

/// For how long from now each host of a job is to be left alone: what is left of the pauses that
/// servers asked for, and of the delay after the last request. A host is named with the registrable
/// domain that it is of, for the fleet may hold sites by either. Hosts that need no rest are left
/// out. By the clock of the machine that ran the job, on that machine. Errors: io, invalid_data.
Expected<Rests> rests_after(const JobReader& job, std::int64_t now_ms);

/// The same of a job that runs, from what it has asked for since the last look.
class RestWatch {
 public:
  /// Rests shorter than this are left out: the lease outlasts them.
  static constexpr std::chrono::milliseconds kWorthTelling{2'000};

  /// Nothing where there is no job yet, or it can't be read now.
  Rests look(const std::filesystem::path& job, std::int64_t now_ms);

 private:
  std::int64_t last_ = 0;  ///< row of the last request seen
};

}  // namespace tagtrail::host
