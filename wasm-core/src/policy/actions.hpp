// The arms of the sleeping bandit: clusters of similar tag paths with their open links, mean reward
// and score (docs/policies.md, "sb-classifier").
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "policy/awake_actions.hpp"
#include "policy/tag_path_clusters.hpp"
#include "tagtrail/bytes.hpp"
#include "tagtrail/policy.hpp"

namespace tagtrail {

class Actions {
 public:
  explicit Actions(const SbParameters& parameters);

  /// The action that a tag path joins, which may be new.
  ActionId assign(PathId path, std::string_view tag_path);

  void add_link(ActionId action, UrlId url);
  void remove_link(ActionId action, UrlId url);

  struct Pick {
    UrlId url = 0;
    ActionId action = 0;
    double score = 0;
    double mean = 0;
    double exploration = 0;
  };
  /// The awake action of highest score mean + alpha * sqrt(ln t / (N + 1e-6)), ties to the oldest,
  /// and a link of it drawn uniformly, removed. `requests` is t. Nothing when all sleep.
  std::optional<Pick> pick(std::uint64_t requests, Random& random);
  /// One more page read through the action, with its reward.
  void reward(ActionId action, double reward);

  struct View {
    PathId label = 0;          ///< the path that founded it
    std::uint64_t visits = 0;  ///< N
    double mean = 0;
    std::size_t open_links = 0;
  };
  View view(ActionId action) const;
  std::size_t open_links() const { return open_links_; }
  std::size_t size() const { return actions_.size(); }

  void save(ByteWriter& out) const;
  /// `known`: how many URLs and paths there are to refer to.
  bool load(ByteReader& in, const PolicyContext::Known& known);

 private:
  struct Action {
    PathId label = 0;
    std::uint64_t visits = 0;
    double mean = 0;
    std::vector<UrlId> links;
  };
  /// 1 / sqrt(visits + 1e-6)
  static double inverse_root(std::uint64_t visits);
  void wake(ActionId id) { awake_.insert(id, actions_[id].visits, actions_[id].mean); }
  void put_to_sleep(ActionId id) { awake_.erase(id, actions_[id].visits, actions_[id].mean); }

  SbParameters parameters_;
  TagPathClusters clusters_;
  std::vector<Action> actions_;
  AwakeActions awake_;  ///< those with open links
  std::size_t open_links_ = 0;
};

/// What Policy::groups() says of actions, best mean first.
std::vector<GroupReport> group_reports(const Actions& actions, const PolicyContext& context);

}  // namespace tagtrail
