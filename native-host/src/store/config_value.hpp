// One text value of a job's table config.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "store/sqlite.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// Nothing when there is no value of that name. Errors: those of Database::each.
Expected<std::optional<std::string>> config_value(sqlite::Database& database,
                                                  std::string_view name);

}  // namespace tagtrail::host
