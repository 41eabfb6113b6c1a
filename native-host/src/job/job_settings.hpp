// The settings with which a job goes on that was begun before.
#pragma once

#include <set>
#include <string>
#include <string_view>

#include "tagtrail/config.hpp"

namespace tagtrail::host {

/// Members of a configuration's JSON object that the user asked for by name.
using NamedSettings = std::set<std::string, std::less<>>;

struct OngoingSettings {
  Config config;
  std::string stored;    ///< for the job folder, instead of what it had
  bool changed = false;  ///< early stopping is another
  Budget before;         ///< with which it went until now
};

/// What a job begun with `stored` (a configuration's JSON, perhaps of an earlier version) goes on
/// with when it is started again with `wanted`: what is not in `named` stays as the job has it, so
/// that a new default changes no crawl that is under way. Limits and early stopping are always the
/// wanted ones. Errors: invalid_argument when a named setting differs, telling the first; those of
/// config_from_json.
Expected<OngoingSettings> settings_to_go_on(std::string_view stored, const Config& wanted,
                                            const NamedSettings& named);

/// The stored configuration with another budget and all else as it was. Errors: invalid_data.
Expected<std::string> with_budget(std::string_view stored, const Budget& budget);

}  // namespace tagtrail::host
