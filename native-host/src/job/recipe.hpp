// What was learnt of a site, as people may keep it and hand it on (docs/protocol.md, Recipe).
#pragma once

#include <filesystem>
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

/// Writes <job>/recipe.json atomically. Nothing is written where it would tell of no group: the
/// recipe of an earlier visit stays. Errors: io, disk_full.
Expected<void> write_recipe(const std::filesystem::path& job, const Config& config,
                            const JobOptions& options, const std::vector<LinkGroup>& groups);

/// read_recipe() of such a file, or of the one in a job folder. Errors: invalid_argument, which
/// names the file and what is wrong with it.
Expected<std::vector<Feedback>> read_recipe_file(const std::filesystem::path& file);

}  // namespace tagtrail::host
