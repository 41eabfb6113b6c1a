#include "store/sqlite_memory.hpp"

#include <sqlite3.h>

namespace tagtrail::host::sqlite {

void prefer_memory_below(std::int64_t bytes) { sqlite3_soft_heap_limit64(bytes); }

}  // namespace tagtrail::host::sqlite
