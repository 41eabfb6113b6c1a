// ACEBot's patterns from what its learning phase saw.
#pragma once

#include <vector>

#include "policy/acebot/greedy_selection.hpp"
#include "policy/acebot/pattern.hpp"
#include "tagtrail/config.hpp"

namespace tagtrail::acebot {

struct LearntPattern {
  Pattern pattern;
  double score = 0;  ///< new items for each new page of the sample; 0: learnt on an earlier visit
};

/// In the order of selection. `root` is the entry page; none without it.
std::vector<LearntPattern> learn_patterns(const SiteMap& map, PageIndex root,
                                          const AcebotParameters& parameters);

/// Those of an earlier visit, as `parameters.patterns` has them; none when it is malformed.
std::vector<LearntPattern> known_patterns(const AcebotParameters& parameters);

}  // namespace tagtrail::acebot
