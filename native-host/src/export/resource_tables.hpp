// What is inside a file, as its resource in datapackage.json says it.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "store/targets.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// Adds what a look into the target's contents has found to its resource, which has a member
/// `tagtrail`. A table that a reader gets by the specification alone is described in its words
/// (`profile`, `schema`, `dialect`, `encoding`); all tables in `tagtrail.tables`. Damaged looks say
/// nothing. Errors: those of the list.
Expected<void> add_look(const TargetList& targets, const TargetRow& target,
                        nlohmann::ordered_json& resource);

}  // namespace tagtrail::host
