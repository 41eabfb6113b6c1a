// What the engine says as the JSON of docs/protocol.md: decisions, judgements, progress, groups of
// links, links that act. The WebAssembly module hands it to the extension, the host reads it there.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>

#include "tagtrail/engine.hpp"

namespace tagtrail {

nlohmann::json decision_to_json(const Decision& decision);
nlohmann::json request_to_json(const Request& request);
nlohmann::json judgement_to_json(const Judgement& judgement);
/// Null when too early to tell; `level` and `slope` are missing when the crawl is complete.
nlohmann::json advice_to_json(const StopAdvice& advice);
/// Null when too early to tell.
nlohmann::json estimate_to_json(const std::optional<FileEstimate>& estimate);
nlohmann::json progress_to_json(const Progress& progress);
/// With a readable form of its tag path.
nlohmann::json link_group_to_json(const LinkGroup& group);
nlohmann::json acting_link_to_json(const ActingLink& link);

/// Errors: invalid_data when a member is missing or of another type.
Expected<Decision> decision_from_json(const nlohmann::json& json);
Expected<Judgement> judgement_from_json(const nlohmann::json& json);
Expected<StopAdvice> advice_from_json(const nlohmann::json& json);
Expected<Progress> progress_from_json(const nlohmann::json& json);
Expected<LinkGroup> link_group_from_json(const nlohmann::json& json);
Expected<ActingLink> acting_link_from_json(const nlohmann::json& json);

}  // namespace tagtrail
