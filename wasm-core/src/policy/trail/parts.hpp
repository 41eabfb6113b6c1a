// The parts of policy `trail` that can be left out to see what each is worth.
#pragma once

#include <string_view>
#include <vector>

#include "features/link_features.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail {

struct TrailParts {
  FeatureMask without_features = 0;
  bool without_prior = false;
};

/// `without`: names separated by commas: url, anchor, heading, place, list, source, depth, page,
/// prior. Errors: invalid_argument, naming the word that is none of these.
Expected<TrailParts> parse_trail_parts(std::string_view without);

}  // namespace tagtrail
