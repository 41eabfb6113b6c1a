#include "policy/acebot/clusters.hpp"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace tagtrail::acebot {
namespace {

constexpr std::size_t kMostClusters = 2'000;
constexpr std::uint32_t kMostRepetitions = 3;

using Bits = std::vector<bool>;

class Clustering {
 public:
  Clustering(const SiteMap& map, PageIndex root, const ClusterRules& rules,
             const std::vector<std::uint32_t>& first_of_twins)
      : map_(map), root_(root), rules_(rules), first_of_twins_(first_of_twins) {}

  std::vector<Cluster> run() {
    expand(Cluster::kRoot);
    for (std::uint32_t at = 0; at < clusters_.size(); ++at) {
      if (clusters_[at].steps < rules_.steps) expand(at);
    }
    return std::move(clusters_);
  }

 private:
  /// Targets by the label of the link, labels in the order of appearance.
  struct Links {
    std::vector<LabelId> labels;
    std::unordered_map<LabelId, std::vector<PageIndex>> targets;
  };

  Links links_of(const std::vector<PageIndex>& pages) const {
    Links links;
    for (const PageIndex page : pages) {
      for (const SiteMap::Link& link : map_.pages()[page].links) {
        const PageIndex target = map_.find(link.target);
        if (target == SiteMap::kNone || target == root_) continue;
        std::vector<PageIndex>& targets = links.targets[link.label];
        if (targets.empty()) links.labels.push_back(link.label);
        targets.push_back(target);
      }
    }
    return links;
  }

  void expand(std::uint32_t parent) {
    const bool at_root = parent == Cluster::kRoot;
    const Links links = links_of(at_root ? std::vector<PageIndex>{root_} : clusters_[parent].pages);
    const Bits own = pages_on_the_way(parent);
    for (const LabelId label : links.labels) {
      if (clusters_.size() >= kMostClusters) return;
      // Such a link is one more repetition of the step that led here.
      if (!at_root && clusters_[parent].label == label) continue;
      Cluster cluster = entered_by(label, links.targets.at(label));
      cluster.parent = parent;
      cluster.steps = at_root ? 1 : clusters_[parent].steps + 1;
      if (is_known(cluster, own)) continue;
      bits_.push_back(bits_of(cluster.pages));
      clusters_.push_back(std::move(cluster));
    }
  }

  /// The targets and, by continuity, what they lead to by the same label.
  Cluster entered_by(LabelId label, std::vector<PageIndex> targets) const {
    Cluster cluster;
    cluster.label = label;
    std::unordered_set<PageIndex> met;
    std::unordered_set<std::uint32_t> twins;
    for (std::uint32_t repetition = 1; !targets.empty(); ++repetition) {
      if (rules_.bounded && repetition > kMostRepetitions) break;
      std::vector<PageIndex> onward;
      for (const PageIndex page : targets) {
        if (!met.insert(page).second || !twins.insert(first_of_twins_[page]).second) continue;
        cluster.pages.push_back(page);
        for (const SiteMap::Link& link : map_.pages()[page].links) {
          const PageIndex target = map_.find(link.target);
          if (link.label != label || target == page || target == root_) continue;
          cluster.repeated = true;
          if (target != SiteMap::kNone) onward.push_back(target);
        }
      }
      targets = std::move(onward);
    }
    std::sort(cluster.pages.begin(), cluster.pages.end());
    return cluster;
  }

  Bits bits_of(const std::vector<PageIndex>& pages) const {
    Bits bits(map_.size());
    for (const PageIndex page : pages) bits[page] = true;
    return bits;
  }

  Bits pages_on_the_way(std::uint32_t last) const {
    Bits bits(map_.size());
    for (std::uint32_t at = last; at != Cluster::kRoot; at = clusters_[at].parent) {
      for (const PageIndex page : clusters_[at].pages) bits[page] = true;
    }
    return bits;
  }

  /// Whether there is a shorter way to all its pages; `own` are those on its way.
  bool is_known(const Cluster& cluster, const Bits& own) const {
    const auto are_all_in = [&](const Bits& bits) {
      return std::all_of(cluster.pages.begin(), cluster.pages.end(),
                         [&](PageIndex page) { return bits[page]; });
    };
    if (are_all_in(own)) return true;
    for (std::size_t at = 0; at < clusters_.size() && clusters_[at].steps < cluster.steps; ++at) {
      if (are_all_in(bits_[at])) return true;
    }
    return false;
  }

  const SiteMap& map_;
  PageIndex root_;
  ClusterRules rules_;
  const std::vector<std::uint32_t>& first_of_twins_;
  std::vector<Cluster> clusters_;  ///< fewer steps first
  std::vector<Bits> bits_;         ///< their pages
};

}  // namespace

std::vector<Cluster> cluster(const SiteMap& map, PageIndex root, const ClusterRules& rules,
                             const std::vector<std::uint32_t>& first_of_twins) {
  return Clustering(map, root, rules, first_of_twins).run();
}

}  // namespace tagtrail::acebot
