#include "studies/policy_settings.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace tagtrail::host {
namespace {

constexpr std::uint64_t kPublishedRequests = 1'000'000;
constexpr std::uint64_t kPublishedAcheRequests = 100'000;
constexpr std::uint64_t kFewestResults = 10;

/// So much of the published number as this crawl is of the published one.
std::uint64_t scaled(std::uint64_t published, std::uint64_t requests, std::uint64_t of) {
  return std::max<std::uint64_t>(1, published * requests / of);
}

AnthelionParameters by_hosts(const char* function, double lambda, std::uint64_t decay) {
  AnthelionParameters parameters;
  parameters.host_function = function;
  parameters.lambda = lambda;
  parameters.decay = decay;
  return parameters;
}

/// The likeliest link of all hosts, whichever it is on.
AnthelionParameters by_links(const char* classifier, std::uint64_t training_pages) {
  AnthelionParameters parameters = by_hosts("best-score", 0, 0);
  parameters.classifier = classifier;
  parameters.online = training_pages == 0;
  if (!parameters.online) parameters.training_pages = training_pages;
  return parameters;
}

}  // namespace

std::string to_words(const AcebotParameters& acebot) {
  return fmt::format("k {}, cr {:.4g}", acebot.k, acebot.cr);
}

std::string to_words(const AnthelionParameters& anthelion) {
  const bool decays = anthelion.lambda > 0 && anthelion.decay > 0;
  return fmt::format(
      "{}, {}{}, lambda {:.4g}{}", anthelion.host_function, anthelion.classifier,
      anthelion.online ? "" : fmt::format(" of the first {} pages", anthelion.training_pages),
      anthelion.lambda, decays ? " decaying" : "");
}

std::string to_words(const AcheParameters& ache) { return ache.mode; }

std::vector<AnthelionRun> anthelion_runs(std::uint64_t requests) {
  const auto training = [&](std::uint64_t pages) {
    return scaled(pages, requests, kPublishedRequests);
  };
  const std::uint64_t decay = AnthelionParameters::decay_of(requests);
  return {{by_links("nb", training(100'000)), 0.312},
          {by_links("nb", training(250'000)), 0.316},
          {by_links("nb", 0), 0.534, 0.08},
          {by_links("ht", training(100'000)), 0.408},
          {by_links("ht", training(250'000)), 0.381},
          {by_links("ht", 0), 0.512},
          {by_hosts("negative-bad", 0, 0), 0.300},
          {by_hosts("thompson", 0, 0), 0.452},
          {by_hosts("thompson-best", 0, 0), 0.562},
          {by_hosts("good-best", 0, 0), 0.589},
          {by_hosts("success-best", 0, 0), 0.550},
          {by_hosts("success-rate", 0, 0), 0.628},
          {by_hosts("good-best", 0.1, 0), 0.558},
          {by_hosts("good-best", 0.2, 0), 0.590},
          {by_hosts("success-rate", 0.1, 0), 0.628},
          {by_hosts("success-rate", 0.2, 0), 0.600, 0.12},
          {by_hosts("success-rate", 0.2, decay), 0.662},
          {by_hosts("success-rate", 0.5, decay), 0.673}};
}

std::uint64_t ache_learn_every(std::uint64_t requests) {
  const std::uint64_t published = AcheParameters{}.learn_every;
  return std::max(kFewestResults, scaled(published, requests, kPublishedAcheRequests));
}

}  // namespace tagtrail::host
