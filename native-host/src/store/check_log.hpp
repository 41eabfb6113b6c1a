// Whether crawl.log still says what it said when its lines were written.
#pragma once

#include <filesystem>
#include <string>

#include "store/sqlite.hpp"

namespace tagtrail::host {

/// What is wrong with the log of a job, in words; empty: nothing, or there is none. Lines may be
/// missing at its end, which the next commit writes, and after a power failure wherever the file
/// has a hole (bytes of 0, which no line has). Those that a version before there were sums of rows
/// wrote are not looked at. Errors: io, those of the database.
Expected<std::string> log_fault(sqlite::Database& database, const std::filesystem::path& file);

}  // namespace tagtrail::host
