// `tagtrail export --format sqlite`: the tables of jobs in one database.
#pragma once

#include <filesystem>
#include <vector>

namespace tagtrail::host {

/// Makes the database and says what came of it, for people or as JSON. Returns the exit code.
int export_tables(const std::vector<std::filesystem::path>& jobs,
                  const std::filesystem::path& output, bool json);

}  // namespace tagtrail::host
