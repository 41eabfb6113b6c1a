// This program, and what was built beside it.
#pragma once

#include <filesystem>

namespace tagtrail::host {

/// The path of the program that runs now.
std::filesystem::path this_program();

/// A file of `dist`, for example `report.html`: below $TAGTRAIL_DIST, else below the folder `dist`
/// of the nearest folder above `program` that has it. Empty when there is none.
std::filesystem::path find_built(const std::filesystem::path& program,
                                 const std::filesystem::path& file);

}  // namespace tagtrail::host
