// Draws up the plan of a generated site: the profile's numbers first, lists to reach them, articles
// for the rest.
#pragma once

#include <cstdint>

#include "generated/profile.hpp"
#include "generated/site_plan.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host::generated {

/// `pages` pages, all else in proportion to the profile. Errors: invalid_argument (too few pages
/// for the profile's depths, or more than four million).
Expected<SitePlan> make_site_plan(const Profile& profile, std::uint64_t pages, std::uint64_t seed);

}  // namespace tagtrail::host::generated
