// What lists say of a target: one list of names, for rows and package.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "store/targets.hpp"

namespace tagtrail::host {

/// How it was found and fetched.
nlohmann::ordered_json trail_of(const TargetRow& target);

/// What the link to it says of it; empty where its words are part of the address or a mere sign.
std::string title_of_link(const TargetRow& target);

/// All that a row has: the file first, then its trail.
nlohmann::ordered_json row_of(const TargetRow& target);

}  // namespace tagtrail::host
