// How many files and connections this process may have open at once.
#pragma once

#include <cstdint>

namespace tagtrail::host {

/// Raises the limit of this process as far as it may, up to `wanted`. Returns what it is then.
std::uint64_t allow_open_files(std::uint64_t wanted);

}  // namespace tagtrail::host
