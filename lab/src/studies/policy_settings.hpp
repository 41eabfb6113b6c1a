// The settings of policies that the published experiments vary, and what was published for each.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tagtrail/config.hpp"

namespace tagtrail::host {

// What is varied, in words: `k 2, cr 0.85`; `success-rate, nb, lambda 0.5 decaying`; `offline`.
std::string to_words(const AcebotParameters& acebot);
std::string to_words(const AnthelionParameters& anthelion);
std::string to_words(const AcheParameters& ache);

/// A crawl of "Focused crawling for structured data" (CIKM 2014): results among a million pages
/// fetched, as a share. In the second experiment a result has five statements of Microdata.
struct AnthelionRun {
  AnthelionParameters parameters;
  std::optional<double> published;
  std::optional<double> published_second{};
};

/// Those of the paper for a crawl of so many requests instead of a million: what is counted in
/// pages, the decay and what static classifiers are trained on, is in proportion. Static ones
/// trained on a million pages have no counterpart, since here they learn from the crawl itself.
std::vector<AnthelionRun> anthelion_runs(std::uint64_t requests);

/// The same for ACHE, whose crawls have 100,000 pages: results after which it learns, 10 or more.
std::uint64_t ache_learn_every(std::uint64_t requests);

}  // namespace tagtrail::host
