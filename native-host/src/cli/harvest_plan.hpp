// `tagtrail harvest --dry-run`: what a harvest would do with the links of its start page, which is
// all that is loaded, with the site's robots.txt.
#pragma once

#include "cli/harvest_run.hpp"

namespace tagtrail::host {

/// Shows the plan of a resolved harvest, as text or JSON, and leaves nothing behind. Returns the
/// exit code.
int show_plan(HarvestArguments arguments, const CommandContext& context);

}  // namespace tagtrail::host
