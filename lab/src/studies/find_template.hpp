// Where the built report page is, before its data is put in.
#pragma once

#include <filesystem>
#include <string>

#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// The text of `report.html`, from where `find_built` says. Errors: missing_dependency.
Expected<std::string> read_template(const std::filesystem::path& program);

}  // namespace tagtrail::host
