// The parts of policy `trail` that can be left out to see what each is worth.
#pragma once

#include <string_view>
#include <vector>

#include "features/link_features.hpp"
#include "tagtrail/config.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail {

struct TrailParts {
  FeatureMask without_features = 0;
  bool without_prior = false;
  bool without_sisters = false;
  bool without_fruitless = false;
  bool without_rehearsal = false;
  std::vector<double TrailParameters::*> without_weights;

  /// The parameters with the weights of the parts left out at zero.
  TrailParameters applied_to(TrailParameters parameters) const;
};

/// All words of parse_trail_parts(): url, anchor, heading, place, cross, list, source, depth, page
/// (kinds of features); prior (what extensions promise); sisters (translations); fruitless (the
/// model of links that bring nothing); rehearsal; novelty, count, failures, discount, realised,
/// late, scouting, rescore (a weight of TrailParameters each); exploration (novelty and count
/// together).
std::vector<std::string_view> trail_parts();

/// `without`: such words, separated by commas. Errors: invalid_argument, naming the word that is
/// none of these.
Expected<TrailParts> parse_trail_parts(std::string_view without);

}  // namespace tagtrail
