// Objectives whose targets are files of wanted MIME types: `data-files`, to which all are worth the
// same, and `statistics`, to which that hangs on what was found in them.
#pragma once

#include "tagtrail/objective.hpp"

namespace tagtrail {

extern const ObjectiveInfo kDataFiles;
extern const ObjectiveInfo kStatistics;

}  // namespace tagtrail
