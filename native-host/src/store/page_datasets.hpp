// What the pages of a job say of data sets: the table dataset, a text for each page that says
// something (content/datasets_json.hpp).
#pragma once

#include <string>
#include <unordered_map>

#include "store/response_commit.hpp"
#include "store/sqlite.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// Inside a transaction: what a page says now takes the place of what it said before.
Expected<void> write_datasets(sqlite::Database& database, const ResponseCommit& item);

/// Of each page that one which says something has led to or names: that one.
Expected<std::unordered_map<std::string, std::string>> read_describing_pages(
    sqlite::Database& database);

/// Empty: the page says nothing.
Expected<std::string> read_datasets(sqlite::Database& database, const std::string& page);

}  // namespace tagtrail::host
