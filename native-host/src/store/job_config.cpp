#include "store/job_config.hpp"

namespace tagtrail::host {
namespace {

constexpr std::string_view kState = "state";
constexpr std::string_view kStateReason = "state-reason";

}  // namespace

Expected<std::optional<std::string>> config_value(sqlite::Database& database,
                                                  std::string_view name) {
  return database.value<std::optional<std::string>>("SELECT value FROM config WHERE name = ?",
                                                    name);
}

Expected<void> set_config_value(sqlite::Database& database, std::string_view name,
                                std::string_view value) {
  return database.run(
      "INSERT INTO config(name, value) VALUES(?, ?)"
      " ON CONFLICT(name) DO UPDATE SET value = excluded.value",
      name, value);
}

Expected<JobState> read_state(sqlite::Database& database) {
  JobState state;
  state.state = TRY(config_value(database, kState)).value_or(state.state);
  state.reason = TRY(config_value(database, kStateReason)).value_or(state.reason);
  return state;
}

Expected<void> set_state(sqlite::Database& database, const JobState& state) {
  auto transaction = TRY(sqlite::Transaction::begin(database));
  TRY(set_config_value(database, kState, state.state));
  TRY(set_config_value(database, kStateReason, state.reason));
  return transaction.commit();
}

}  // namespace tagtrail::host
