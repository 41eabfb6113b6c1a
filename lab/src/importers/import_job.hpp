// A job folder (docs/job-folder.md) into a replica.
#pragma once

#include <filesystem>

#include "importers/answer_writer.hpp"

namespace tagtrail::host {

/// Whether this is the folder of a job.
bool is_job(const std::filesystem::path& folder);

/// What each GET of the job brought. Its pages are not kept as HTML, but as what was read from
/// them. Only committed answers are read; the job may be running. Errors: invalid_data, io.
Expected<void> import_job(AnswerWriter& out, const std::filesystem::path& folder,
                          const BodyWish& wish);

}  // namespace tagtrail::host
