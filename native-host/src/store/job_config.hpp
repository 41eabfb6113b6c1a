// The text values of a job: its configuration, options, versions, state.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "store/sqlite.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// Name of the engine's configuration among a job's values.
inline constexpr std::string_view kEngineConfig = "engine-config";
/// And of the mask of its files' names.
inline constexpr std::string_view kNameMask = "name-mask";
/// And of whether its log is of JSON lines: `1`.
inline constexpr std::string_view kLogJson = "log-json";
/// Number of the last answer whose line in crawl.log an earlier version wrote; absent: there is
/// none.
inline constexpr std::string_view kEarlierLines = "earlier-lines";

/// How a run of a job ended or stands: `running`, `finished`, `stopped`, `failed`, with a reason.
struct JobState {
  std::string state = "running";
  std::string reason;
};

/// Nothing when there is no value of that name. Errors: those of Database::each.
Expected<std::optional<std::string>> config_value(sqlite::Database& database,
                                                  std::string_view name);
Expected<void> set_config_value(sqlite::Database& database, std::string_view name,
                                std::string_view value);
Expected<JobState> read_state(sqlite::Database& database);
Expected<void> set_state(sqlite::Database& database, const JobState& state);

}  // namespace tagtrail::host
