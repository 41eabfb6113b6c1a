// Objective `content`: a target is a page with text that the crawl has not met before (Faheem and
// Senellart, "Adaptive Web Crawling Through Structure-Based Link Classification").
#pragma once

#include "tagtrail/objective.hpp"

namespace tagtrail {

extern const ObjectiveInfo kContent;

}  // namespace tagtrail
