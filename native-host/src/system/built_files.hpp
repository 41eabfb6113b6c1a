// This program, and what was built or installed with it.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace tagtrail::host {

/// The path of the program that runs now.
std::filesystem::path this_program();

/// A file that the program needs, for example `report.html`: below $TAGTRAIL_DIST; else, where the
/// program is PREFIX/bin/NAME or PREFIX/lib/tagtrail/NAME, below PREFIX/share/tagtrail; else below
/// the folder `dist` of the nearest folder above `program` that has it. Empty when there is none.
std::filesystem::path find_built(const std::filesystem::path& program,
                                 const std::filesystem::path& file);

/// Another program of ours: beside `program`, or in PREFIX/lib/tagtrail. Not looked for there.
std::filesystem::path other_program(const std::filesystem::path& program, std::string_view name);

/// "WHAT is missing", and what brings it, where it was installed as where it was built.
std::string missing_part(std::string_view what);

}  // namespace tagtrail::host
