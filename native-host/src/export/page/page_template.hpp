// Pages that were built beside the program (report/build.mjs), and how data is put into them.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// The text of `report.html` or `job.html`, found as find_built() does. Errors: missing_dependency.
Expected<std::string> read_page_template(const std::filesystem::path& program,
                                         const std::string& name);

/// At most so many first bytes of a file; empty: it is none, but a folder or the like. Nothing when
/// there is nothing of that name. Errors: io.
Expected<std::optional<std::string>> beginning_of(const std::filesystem::path& file,
                                                  std::size_t bytes);

/// A path as a relative link: all but plain characters and slashes percent-encoded.
std::string link_of(std::string_view path);

/// The page with its empty data block filled with a text of JSON. Nothing in that can end the
/// block: a `<` becomes an escape of JSON. Errors: invalid_data (no such block).
Expected<std::string> put_into_page(std::string_view page, std::string_view json);

}  // namespace tagtrail::host
