#include "policy/bfs.hpp"
#include "policy/dfs.hpp"
#include "policy/focused.hpp"
#include "policy/omniscient.hpp"
#include "policy/random.hpp"
#include "policy/sb_classifier.hpp"
#include "policy/tp_off.hpp"
#include "policy/trail/trail.hpp"
#include "policy/tree.hpp"
#include "policy/tres_lite.hpp"
#include "tagtrail/policy.hpp"

namespace tagtrail {

const std::vector<PolicyInfo>& policies() {
  static const std::vector<PolicyInfo> all{kTrail, kSbClassifier, kSbOracle, kBfs,
                                           kDfs,   kRandom,       kTpOff,    kOmniscient,
                                           kTree,  kFocused,      kTresLite};
  return all;
}

const PolicyInfo* find_policy(std::string_view name) {
  for (const PolicyInfo& info : policies()) {
    if (info.name == name) return &info;
  }
  return nullptr;
}

}  // namespace tagtrail
