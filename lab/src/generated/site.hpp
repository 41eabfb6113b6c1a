// All that a generated site is written from.
#pragma once

#include "generated/paths.hpp"
#include "generated/profile.hpp"
#include "generated/site_plan.hpp"
#include "generated/sizes.hpp"
#include "generated/traps.hpp"

namespace tagtrail::host::generated {

/// All of it is borrowed and only read: several threads may write pages at once.
struct Site {
  const Profile& profile;
  const SitePlan& plan;
  const Paths& paths;
  const Sizes& sizes;
  const Traps& traps;
  std::uint64_t seed;
};

}  // namespace tagtrail::host::generated
