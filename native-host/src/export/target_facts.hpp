// What lists say of a target: one list of names, for rows and package.
#pragma once

#include <nlohmann/json.hpp>

#include "store/targets.hpp"

namespace tagtrail::host {

/// How it was found and fetched.
nlohmann::ordered_json trail_of(const TargetRow& target);

/// All that a row has: the file first, then its trail.
nlohmann::ordered_json row_of(const TargetRow& target);

}  // namespace tagtrail::host
