// Rows of the table of targets.
#pragma once

#include <vector>

#include "store/job_store.hpp"
#include "store/sqlite.hpp"

namespace tagtrail::host {

/// At most `limit`, newest first, without the `offset` newest.
Expected<std::vector<TargetRow>> newest_targets(sqlite::Database& database, std::uint64_t offset,
                                                std::uint64_t limit);

}  // namespace tagtrail::host
