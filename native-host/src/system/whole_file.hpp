// A file as a text, for those that are known to fit into memory.
#pragma once

#include <filesystem>
#include <string>

#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// All bytes. Errors: io, also where there is no such file.
Expected<std::string> read_whole_file(const std::filesystem::path& file);

}  // namespace tagtrail::host
