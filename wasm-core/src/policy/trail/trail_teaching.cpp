// The user's word about links, as pages that paid; and what the models say when they are asked.
#include <algorithm>
#include <map>

#include "policy/trail/trail_policy.hpp"

namespace tagtrail {
namespace {

constexpr std::size_t kAsked = 64;  // links of a group whose features are compared

/// What every link of the site has is no mark of a group.
bool tells_groups_apart(FeatureKind kind) {
  return kind != FeatureKind::depth && kind != FeatureKind::page && kind != FeatureKind::bias;
}

}  // namespace

bool TrailPolicy::teach(const std::vector<LinkView>& links, double files, double weight) {
  std::vector<UrlId> known;
  for (const LinkView& link : links) {
    if (links_.contains(link.url)) known.push_back(link.url);
  }
  if (known.empty()) return false;
  const std::vector<FeatureSlot> slots = shared_features(known);
  const double label = label_of_value(files);
  for (double page = 0; page + 0.5 < weight; page += 1) {
    exploration_.observe(label);
    values_model_.update(slots, label, support_);
  }
  for (const UrlId url : known) {
    if (frontier_.contains(url)) frontier_.set(url, score(url));
  }
  return true;
}

/// Those that more than half of the links have, of up to kAsked spread over them.
std::vector<FeatureSlot> TrailPolicy::shared_features(const std::vector<UrlId>& links) const {
  const std::size_t asked = std::min(links.size(), kAsked);
  std::map<FeatureSlot, std::size_t> owners;
  for (std::size_t i = 0; i < asked; ++i) {
    const TrailLink& link = links_.at(links[i * links.size() / asked]);
    const auto slots = links_.slots(link);
    std::size_t begin = 0;
    for (std::size_t kind = 0; kind < kFeatureKinds; ++kind) {
      const std::size_t count = link.of_kind[kind];
      if (tells_groups_apart(static_cast<FeatureKind>(kind))) {
        for (const FeatureSlot slot : slots.subspan(begin, count)) ++owners[slot];
      }
      begin += count;
    }
  }
  std::vector<FeatureSlot> shared;
  for (const auto& [slot, count] : owners) {
    if (count * 2 > asked) shared.push_back(slot);
  }
  return shared;
}

std::optional<double> TrailPolicy::expected_files(UrlId url) const {
  if (url >= links_.size() || !links_.contains(url)) return std::nullopt;
  const TrailLink& link = links_.at(url);
  return probability(link) + value_of_label(values_model_.predict(links_.slots(link)));
}

Foresight TrailPolicy::foresee(const LinkView& link, std::string_view page) const {
  if (links_.contains(link.url)) {
    return {expected_files(link.url), probability(links_.at(link.url))};
  }
  LinkFeatureSet described;
  const SourceFacts source = LinkFeatures::source_facts(page, kNoLink, link.depth);
  features_.describe(link.key, *link.observation, LinkFeatures::path_facts(link.tag_path), source,
                     described);
  const double p = targets_.probability(described.slots, described.extension);
  return {p + value_of_label(values_model_.predict(described.slots)), p};
}

}  // namespace tagtrail
