// Rows of the table of targets.
#pragma once

#include <functional>
#include <vector>

#include "store/job_store.hpp"
#include "store/sqlite.hpp"

namespace tagtrail::host {

/// In order of commit, one by one; an error of `take` ends it and is returned.
Expected<void> each_target(sqlite::Database& database,
                           const std::function<Expected<void>(const TargetRow&)>& take);

/// At most `limit`, newest first, without the `offset` newest.
Expected<std::vector<TargetRow>> newest_targets(sqlite::Database& database, std::uint64_t offset,
                                                std::uint64_t limit);

}  // namespace tagtrail::host
