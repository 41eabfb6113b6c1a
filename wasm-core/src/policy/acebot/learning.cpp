#include "policy/acebot/learning.hpp"

#include <algorithm>

#include "policy/acebot/near_twins.hpp"
#include "policy/acebot/page_items.hpp"

namespace tagtrail::acebot {
namespace {

/// To count more would take seconds, and change little.
constexpr std::size_t kCountedItems = 1'000'000;

/// As text: a label of the site map is one, and is read again.
std::string pattern_text(const SiteMap& map, const std::vector<Cluster>& clusters,
                         std::uint32_t last) {
  std::string text;
  for (std::uint32_t at = last; at != Cluster::kRoot; at = clusters[at].parent) {
    const Cluster& cluster = clusters[at];
    text =
        "/(" + std::string(map.label(cluster.label)) + ")" + (cluster.repeated ? "+" : "") + text;
  }
  return text;
}

}  // namespace

std::vector<LearntPattern> learn_patterns(const SiteMap& map, PageIndex root,
                                          const AcebotParameters& parameters) {
  if (root == SiteMap::kNone) return {};
  std::vector<std::vector<std::uint32_t>> items;
  for (const SiteMap::Page& page : map.pages()) items.push_back(page.items);
  items[root].clear();
  const std::vector<Cluster> clusters =
      cluster(map, root, {parameters.k, parameters.ac}, first_of_twins(items));
  const double stands_for = thin(items, kCountedItems);
  std::vector<LearntPattern> learnt;
  for (const Selected& selected : GreedySelection(clusters, items).run(parameters.cr)) {
    auto pattern = parse_pattern(pattern_text(map, clusters, selected.cluster));
    if (pattern) learnt.push_back({std::move(*pattern), selected.gain.score() * stands_for});
  }
  return learnt;
}

std::vector<LearntPattern> known_patterns(const AcebotParameters& parameters) {
  std::vector<LearntPattern> known;
  auto patterns = parse_patterns(parameters.patterns);
  if (!patterns) return known;
  for (Pattern& pattern : *patterns) known.push_back({std::move(pattern), 0});
  return known;
}

}  // namespace tagtrail::acebot
