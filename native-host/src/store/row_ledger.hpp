// Keeps the sums of rows (row_sums.hpp) while a job is written, in the transaction that changes
// them.
#pragma once

#include "store/sqlite.hpp"

namespace tagtrail::host {

/// From here on each transaction of this connection also writes what it has changed of the sums:
/// beside the newest decision that it adds, whose page is written anyway; one that adds none, in
/// the table `digest`. For a database of the newest version, before any transaction.
void keep_sums(sqlite::Database& database);

}  // namespace tagtrail::host
