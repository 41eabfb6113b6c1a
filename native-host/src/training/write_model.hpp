// The model file that training ends in.
#pragma once

#include <filesystem>
#include <string>

#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// Writes Training::model, laid out for people. Errors: invalid_argument (a file of a job's), io,
/// disk_full; what had the name before is kept then.
Expected<void> write_ache_model(const std::string& model, const std::filesystem::path& file);

}  // namespace tagtrail::host
