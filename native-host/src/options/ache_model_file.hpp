// The model file of `ache` and of objective `forms`, as `tagtrail train` writes it.
#pragma once

#include <filesystem>
#include <string>

#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// What a configuration takes of it (Config::ache). Errors: invalid_argument, which says what is
/// wrong with the file.
Expected<std::string> read_ache_model(const std::filesystem::path& file);

}  // namespace tagtrail::host
