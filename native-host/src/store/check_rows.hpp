// Whether the rows of a job still say what they said when they were written.
#pragma once

#include <functional>
#include <string>

#include "store/sqlite.hpp"

namespace tagtrail::host {

/// Told of each fault: the URL that it is about, if any, and what is wrong, in words.
using TakeRowFault = std::function<void(std::string url, std::string detail)>;

/// Reads every record of an answer and compares it with its row; looks for answers, decisions and
/// files whose counterpart is gone. SQLite's own structure is not looked at. Errors: io,
/// invalid_data where a query can't be answered. Returns the number of the last answer.
Expected<std::uint64_t> check_rows(sqlite::Database& database, const TakeRowFault& fault);

}  // namespace tagtrail::host
