#include "policy/trail/parts.hpp"

#include <algorithm>
#include <array>

namespace tagtrail {
namespace {

/// In the order of FeatureKind.
constexpr std::array<std::string_view, 8> kFeatures{"url",  "anchor", "heading", "place",
                                                    "list", "source", "depth",   "page"};

}  // namespace

Expected<TrailParts> parse_trail_parts(std::string_view without) {
  TrailParts parts;
  while (!without.empty()) {
    const std::size_t comma = std::min(without.find(','), without.size());
    const std::string_view word = without.substr(0, comma);
    without.remove_prefix(std::min(comma + 1, without.size()));
    const auto* const feature = std::find(kFeatures.begin(), kFeatures.end(), word);
    if (word == "prior") {
      parts.without_prior = true;
    } else if (feature != kFeatures.end()) {
      parts.without_features |= 1U << static_cast<unsigned>(feature - kFeatures.begin());
    } else {
      return fail(
          ErrorCode::invalid_argument,
          "trail has no part '" + std::string(word) +
              "'; there are: url, anchor, heading, place, list, source, depth, page, prior");
    }
  }
  return parts;
}

}  // namespace tagtrail
