// Which sources the program was built from.
#pragma once

#include <string_view>

namespace tagtrail::host {

/// `commit 0123456789ab, 2030-12-31`, with `, changed since` for other sources than the commit's,
/// or `unknown commit`. Of an object that only the program is linked with (cmake/Commit.cmake).
extern const std::string_view kBuildCommit;

}  // namespace tagtrail::host
