// Links that were left out because they act: the table acting.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "store/sqlite.hpp"
#include "tagtrail/acting_link.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// By the engine's list from `from` on; those that are there already are left.
Expected<void> add_acting(sqlite::Database& database, std::uint64_t from,
                          const std::vector<ActingLink>& links);
Expected<std::uint64_t> count_acting(sqlite::Database& database);
/// Those that have not been opened since, in the order in which they were met.
Expected<void> each_acting(sqlite::Database& database,
                           const std::function<Expected<void>(const ActingLink&)>& take);

}  // namespace tagtrail::host
