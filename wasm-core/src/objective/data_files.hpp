// Objective `data-files`: a reward is a file of a wanted MIME type.
#pragma once

#include "tagtrail/objective.hpp"

namespace tagtrail {

extern const ObjectiveInfo kDataFiles;

}  // namespace tagtrail
