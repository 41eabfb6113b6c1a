// Links that act, as the engine tells them (docs/protocol.md, engine.acting).
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "tagtrail/acting.hpp"

namespace tagtrail {

nlohmann::json acting_link_to_json(const ActingLink& link);
/// Errors: invalid_data.
Expected<ActingLink> acting_link_from_json(const nlohmann::json& json);

}  // namespace tagtrail
