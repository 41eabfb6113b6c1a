#include "learn/decision_tree.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "tagtrail/math.hpp"

namespace tagtrail {
namespace {

constexpr double kConfidence = 0.25;
constexpr double kQuantile = 0.67448975019608171;  // of the normal distribution, at 1 - CF
constexpr std::size_t kFewest = 2;                 // cases of a leaf

using Places = std::vector<std::uint32_t>;

struct Cut {
  std::uint32_t attribute = 0;
  double at = 0;
  double gain = 0;
  double ratio = 0;
};

double bits_of(double part, double all) {
  return part > 0 ? -part / all * math::log(part / all) / math::log(2.0) : 0;
}

double entropy(double wanted, double all) {
  return all > 0 ? bits_of(wanted, all) + bits_of(all - wanted, all) : 0;
}

class Learner {
 public:
  explicit Learner(const std::vector<NumberCase>& cases) : cases_(cases) {}

  DecisionTree learn() {
    Places all(cases_.size());
    for (std::uint32_t at = 0; at < all.size(); ++at) all[at] = at;
    grow(std::move(all), 0);
    DecisionTree pruned;
    copy(0, pruned);
    return pruned;
  }

 private:
  std::uint32_t grow(Places places, std::size_t depth) {
    const auto at = static_cast<std::uint32_t>(nodes_.size());
    nodes_.push_back(leaf_of(places));
    if (nodes_[at].errors == 0 || depth == DecisionTree::kDeepest) return at;
    const auto cut = best_cut(places);
    if (!cut) return at;
    const auto middle = std::stable_partition(places.begin(), places.end(), [&](std::uint32_t one) {
      return cases_[one].values[cut->attribute] <= cut->at;
    });
    const std::uint32_t below = grow({places.begin(), middle}, depth + 1);
    const std::uint32_t above = grow({middle, places.end()}, depth + 1);
    nodes_[at].attribute = cut->attribute;
    nodes_[at].cut = cut->at;
    nodes_[at].below = below;
    nodes_[at].above = above;
    return at;
  }

  DecisionTree::Node leaf_of(const Places& places) const {
    DecisionTree::Node leaf;
    leaf.cases = places.size();
    const auto wanted = static_cast<std::uint64_t>(std::count_if(
        places.begin(), places.end(), [&](std::uint32_t one) { return cases_[one].wanted; }));
    leaf.wanted = 2 * wanted > leaf.cases;
    leaf.errors = leaf.wanted ? leaf.cases - wanted : wanted;
    return leaf;
  }

  /// Of each attribute the cut of most gain; of these the best ratio among those of at least
  /// average gain.
  std::optional<Cut> best_cut(const Places& places) const {
    std::vector<Cut> cuts;
    double sum = 0;
    for (std::uint32_t attribute = 0; attribute < cases_.front().values.size(); ++attribute) {
      const auto cut = best_cut_of(attribute, places);
      if (!cut) continue;
      sum += cut->gain;
      cuts.push_back(*cut);
    }
    const double average = cuts.empty() ? 0 : sum / static_cast<double>(cuts.size());
    std::optional<Cut> best;
    for (const Cut& cut : cuts) {
      if (cut.gain < average - 1e-9) continue;  // an average of equal gains is rounded
      if (!best || cut.ratio > best->ratio) best = cut;
    }
    return best;
  }

  std::optional<Cut> best_cut_of(std::uint32_t attribute, Places places) const {
    const auto value = [&](std::size_t at) { return cases_[places[at]].values[attribute]; };
    std::sort(places.begin(), places.end(), [&](std::uint32_t a, std::uint32_t b) {
      return cases_[a].values[attribute] < cases_[b].values[attribute];
    });
    const auto all = static_cast<double>(places.size());
    double wanted = 0;
    for (const std::uint32_t one : places) wanted += cases_[one].wanted ? 1 : 0;
    const double before = entropy(wanted, all);
    std::optional<Cut> best;
    double wanted_below = 0;
    for (std::size_t at = 1; at < places.size(); ++at) {
      wanted_below += cases_[places[at - 1]].wanted ? 1 : 0;
      if (value(at - 1) == value(at)) continue;
      if (at < kFewest || places.size() - at < kFewest) continue;
      const auto below = static_cast<double>(at);
      const double after = below / all * entropy(wanted_below, below) +
                           (all - below) / all * entropy(wanted - wanted_below, all - below);
      const double gain = before - after;
      if (gain <= 1e-12 || (best && gain <= best->gain)) continue;
      best = Cut{attribute, value(at - 1) + (value(at) - value(at - 1)) / 2, gain,
                 gain / entropy(below, all)};
    }
    return best;
  }

  double expected_errors(std::uint32_t at) const {
    const DecisionTree::Node& node = nodes_[at];
    const double as_leaf = pessimistic_errors(node.errors, node.cases);
    if (node.is_leaf()) return as_leaf;
    return std::min(as_leaf, expected_errors(node.below) + expected_errors(node.above));
  }

  /// A subtree without what is not worth its leaves.
  std::uint32_t copy(std::uint32_t from, DecisionTree& to) const {
    const auto at = static_cast<std::uint32_t>(to.nodes.size());
    DecisionTree::Node node = nodes_[from];
    const bool stays =
        !node.is_leaf() && expected_errors(node.below) + expected_errors(node.above) <
                               pessimistic_errors(node.errors, node.cases) - 0.1;
    to.nodes.push_back(node);
    const std::uint32_t below = stays ? copy(node.below, to) : 0;
    const std::uint32_t above = stays ? copy(node.above, to) : 0;
    to.nodes[at].below = below;
    to.nodes[at].above = above;
    if (!stays) to.nodes[at].attribute = 0;
    if (!stays) to.nodes[at].cut = 0;
    return at;
  }

  const std::vector<NumberCase>& cases_;
  std::vector<DecisionTree::Node> nodes_;
};

}  // namespace

double pessimistic_errors(std::uint64_t errors, std::uint64_t cases) {
  const auto n = static_cast<double>(cases);
  const auto e = static_cast<double>(errors);
  if (cases == 0) return 0;
  if (errors == 0) return n * (1 - math::pow(kConfidence, 1 / n));
  if (e + 0.5 >= n) return e + 0.67 * (n - e);
  const double z2 = kQuantile * kQuantile;
  const double centre = e + 0.5 + z2 / 2;
  const double spread = std::sqrt(z2 * ((e + 0.5) * (1 - (e + 0.5) / n) + z2 / 4));
  return n * (centre + spread) / (n + z2);
}

bool DecisionTree::wants(std::span<const double> values) const {
  std::uint32_t at = 0;
  while (!nodes[at].is_leaf()) {
    at = values[nodes[at].attribute] <= nodes[at].cut ? nodes[at].below : nodes[at].above;
  }
  return nodes[at].wanted;
}

DecisionTree learn_decision_tree(const std::vector<NumberCase>& cases) {
  return Learner(cases).learn();
}

}  // namespace tagtrail
