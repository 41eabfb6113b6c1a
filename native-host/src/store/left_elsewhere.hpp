// Files on hosts out of scope that a job left: on which hosts they are. Kept in the job's settings.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "store/sqlite.hpp"
#include "tagtrail/elsewhere_report.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// Where it is kept.
inline constexpr std::string_view kHostsElsewhere = "files-elsewhere";

/// {"hostCount", "hosts": [{"host", "files"}]}, those with most first; with "atLeast": true where
/// not all were counted, and with "taken": true where the job takes such files, but these were on
/// hosts that sent none.
nlohmann::ordered_json hosts_to_json(const ElsewhereReport& elsewhere);

/// Behind the number of them: `files on 2 other hosts: a.net 290, b.net 22`.
std::string words_for(const ElsewhereReport& elsewhere, std::uint64_t files);

/// In the place of what was kept. Errors: those of the database.
Expected<void> keep_hosts_elsewhere(sqlite::Database& database, const ElsewhereReport& elsewhere);
/// All but the number of files and the example; no hosts where none are kept, or what is kept is
/// damaged. Errors: those of the database.
Expected<ElsewhereReport> read_hosts_elsewhere(sqlite::Database& database);

}  // namespace tagtrail::host
