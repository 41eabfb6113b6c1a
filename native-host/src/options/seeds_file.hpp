// A file with the seed URLs of a crawl over many sites.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// One URL a line, perhaps without `https://`; empty lines and those that begin with `#` are
/// skipped. Returns canonical keys, each once, in the order of the file; at least one. Errors:
/// invalid_argument, which names the line.
Expected<std::vector<std::string>> read_seeds(const std::filesystem::path& file);

}  // namespace tagtrail::host
