// What was learnt of a site, as people may keep it and hand it on (docs/protocol.md, Recipe).
#pragma once

#include <vector>

#include "job/job_options.hpp"
#include "messaging/channel.hpp"
#include "tagtrail/config.hpp"
#include "tagtrail/feedback.hpp"

namespace tagtrail::host {

/// Most groups of links that a recipe tells of.
inline constexpr std::size_t kRecipeGroups = 200;

/// Of the groups, those that the user or the crawl knows something of. Texts that are addresses
/// are left out.
Json recipe_json(const Config& config, const JobOptions& options,
                 const std::vector<LinkGroup>& groups);

/// What a recipe teaches an engine. It may come from anyone. Errors: invalid_argument,
/// wrong_version (a newer one).
Expected<std::vector<Feedback>> read_recipe(const Json& recipe);

}  // namespace tagtrail::host
