// What SQLite may keep in memory.
#pragma once

#include <cstdint>

namespace tagtrail::host::sqlite {

/// All databases of this process together keep fewer pages rather than take more than so many
/// bytes; what they must have, they take.
void prefer_memory_below(std::int64_t bytes);

}  // namespace tagtrail::host::sqlite
