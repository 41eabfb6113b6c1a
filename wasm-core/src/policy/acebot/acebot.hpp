// Policy `acebot` (Faheem and Senellart, "Adaptive Web Crawling Through Structure-Based Link
// Classification"): learns from a sample of the site which sequences of tag paths lead to much new
// text for few requests, then follows only these (docs/policies.md).
#pragma once

#include "tagtrail/policy.hpp"

namespace tagtrail {

extern const PolicyInfo kAcebot;

}  // namespace tagtrail
