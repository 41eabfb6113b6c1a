// A look as text, as job.db keeps it (docs/job-folder.md).
#pragma once

#include <string>

#include "tables/look.hpp"

namespace tagtrail::host {

/// Valid UTF-8. Members that say nothing are absent.
std::string to_json(const Look& look);

}  // namespace tagtrail::host
