// The policies of the laboratory: the program's, and those that only replays can have.
#include "policies/omniscient.hpp"
#include "policies/tree.hpp"
#include "policies/tres_lite.hpp"
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
  static const std::vector<PolicyInfo> all{
      kTrail,      kSbClassifier, kSbOracle, kBfs,       kDfs,    kRandom, kTpOff,
      kOmniscient, kTree,         kFocused,  kAnthelion, kAcebot, kAche,   kTresLite};
  return all;
}

}  // namespace tagtrail
