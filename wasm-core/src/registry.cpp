// The policies of the program and of the extension.
#include "policy/acebot/acebot.hpp"
#include "policy/ache/ache.hpp"
#include "policy/anthelion/anthelion.hpp"
#include "policy/bfs.hpp"
#include "policy/dfs.hpp"
#include "policy/focused.hpp"
#include "policy/random.hpp"
#include "policy/sb_classifier.hpp"
#include "policy/tp_off.hpp"
#include "policy/trail/trail.hpp"
#include "tagtrail/policy.hpp"

namespace tagtrail {

const std::vector<PolicyInfo>& policies() {
  static const std::vector<PolicyInfo> all{kTrail, kSbClassifier, kBfs,       kDfs,    kRandom,
                                           kTpOff, kFocused,      kAnthelion, kAcebot, kAche};
  return all;
}

}  // namespace tagtrail
