// Pages that were built beside the program (report/build.mjs), and how data is put into them.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// The text of `report.html` or `job.html`, found as find_built() does. Errors: missing_dependency.
Expected<std::string> read_page_template(const std::filesystem::path& program,
                                         const std::string& name);

/// A path as a relative link: all but plain characters and slashes percent-encoded.
std::string link_of(std::string_view path);

/// The page with its empty data block filled with a text of JSON. Nothing in that can end the
/// block: a `<` becomes an escape of JSON. Errors: invalid_data (no such block).
Expected<std::string> put_into_page(std::string_view page, std::string_view json);

}  // namespace tagtrail::host
