// What is inside a file that came from a website.
#pragma once

#include <filesystem>
#include <string_view>

#include "tables/limits.hpp"
#include "tables/look.hpp"
#include "tables/table_rows.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// `name`: what the file is called, whose extension is a hint. The file is read, never changed; one
/// that is damaged or not what it seems gives a note. Errors: io.
Expected<Look> look_into(const std::filesystem::path& file, std::string_view name,
                         const LookBounds& bounds = {});

/// The same, and all rows of what may be tables are told as they are read.
Expected<Look> look_into(const std::filesystem::path& file, std::string_view name,
                         const LookBounds& bounds, TakeRows& rows);

}  // namespace tagtrail::host
