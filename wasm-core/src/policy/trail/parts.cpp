#include "policy/trail/parts.hpp"

#include <algorithm>
#include <array>

namespace tagtrail {
namespace {

/// In the order of FeatureKind.
constexpr std::array<std::string_view, 9> kFeatures{"url",  "anchor", "heading", "place", "cross",
                                                    "list", "source", "depth",   "page"};

struct Model {
  std::string_view part;
  bool TrailParts::*without;
};
constexpr std::array<Model, 4> kModels{{{"prior", &TrailParts::without_prior},
                                        {"sisters", &TrailParts::without_sisters},
                                        {"fruitless", &TrailParts::without_fruitless},
                                        {"rehearsal", &TrailParts::without_rehearsal}}};

struct Weight {
  std::string_view part;
  double TrailParameters::*weight;
};
/// A part may be several weights.
constexpr std::array<Weight, 10> kWeights{{{"exploration", &TrailParameters::novelty_bonus},
                                           {"exploration", &TrailParameters::count_bonus},
                                           {"novelty", &TrailParameters::novelty_bonus},
                                           {"count", &TrailParameters::count_bonus},
                                           {"failures", &TrailParameters::failure_damping},
                                           {"discount", &TrailParameters::discount},
                                           {"realised", &TrailParameters::realised_rate},
                                           {"late", &TrailParameters::late_rate},
                                           {"scouting", &TrailParameters::scout_share},
                                           {"rescore", &TrailParameters::rescore_share}}};

/// False when there is no such part.
bool leave_out(std::string_view word, TrailParts& parts) {
  for (const Model& model : kModels) {
    if (model.part != word) continue;
    parts.*model.without = true;
    return true;
  }
  const auto* const feature = std::find(kFeatures.begin(), kFeatures.end(), word);
  if (feature != kFeatures.end()) {
    parts.without_features |= 1U << static_cast<unsigned>(feature - kFeatures.begin());
    return true;
  }
  const std::size_t before = parts.without_weights.size();
  for (const Weight& weight : kWeights) {
    if (weight.part == word) parts.without_weights.push_back(weight.weight);
  }
  return parts.without_weights.size() > before;
}

}  // namespace

TrailParameters TrailParts::applied_to(TrailParameters parameters) const {
  for (const auto weight : without_weights) parameters.*weight = 0;
  return parameters;
}

std::vector<std::string_view> trail_parts() {
  std::vector<std::string_view> words(kFeatures.begin(), kFeatures.end());
  for (const Model& model : kModels) words.push_back(model.part);
  for (const Weight& weight : kWeights) {
    if (weight.part != words.back()) words.push_back(weight.part);
  }
  return words;
}

Expected<TrailParts> parse_trail_parts(std::string_view without) {
  TrailParts parts;
  while (!without.empty()) {
    const std::size_t comma = std::min(without.find(','), without.size());
    const std::string_view word = without.substr(0, comma);
    without.remove_prefix(std::min(comma + 1, without.size()));
    if (leave_out(word, parts)) continue;
    std::string known;
    for (const std::string_view part : trail_parts()) {
      known += (known.empty() ? "" : ", ") + std::string(part);
    }
    return fail(ErrorCode::invalid_argument,
                "trail has no part '" + std::string(word) + "'; there are: " + known);
  }
  return parts;
}

}  // namespace tagtrail
