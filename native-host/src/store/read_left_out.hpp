// Gathers what a job has left out from what it has recorded: answers, cuts, looks into files, and
// what its engine alone knew, kept here.
#pragma once

#include <string_view>
#include <vector>

#include "store/left_out.hpp"
#include "store/sqlite.hpp"
#include "tagtrail/error.hpp"
#include "tagtrail/exchange.hpp"

namespace tagtrail::host {

/// An answer without which a job can't go on: what it is.
LeftOut left_by_answer(const Response& response, std::string_view url);

/// By order of cause, at most one entry a cause: of each address that was asked for, what came of
/// it last; and what the job keeps besides. Errors: those of the database.
Expected<std::vector<LeftOut>> read_left_out(sqlite::Database& database);

/// What the engine alone knows, in the place of what the job kept of it before; entries with a
/// count of 0 are left.
Expected<void> keep_left_out(sqlite::Database& database, const std::vector<LeftOut>& list);

}  // namespace tagtrail::host
