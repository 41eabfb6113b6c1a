// Whether a job's WARC files hold the records that its database lists.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "store/job_reader.hpp"

namespace tagtrail::host {

/// Gets the path of a file in the job folder, the URL of a record, and what is wrong in words.
using TakeArchiveFault = std::function<void(std::string path, std::string url, std::string detail)>;

/// Reads every listed record; returns how many there are. Of a file that is gone or too short one
/// fault is told, not one for each record. Errors: io.
Expected<std::uint64_t> verify_archive(const JobReader& job, const TakeArchiveFault& fault);

}  // namespace tagtrail::host
