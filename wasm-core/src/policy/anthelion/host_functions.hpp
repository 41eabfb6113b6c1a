// How Anthelion chooses among hosts: seven functions s(h) of what a host has brought and still
// promises, and the share of choices made at random (Meusel, Mika, Blanco: "Focused crawling for
// structured data", CIKM 2014).
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "tagtrail/random.hpp"

namespace tagtrail {

enum class HostFunction : std::uint8_t {
  negative_bad,   ///< -bad
  best_score,     ///< the best prediction among the host's links
  success_rate,   ///< (good + 1) / (bad + 1)
  thompson,       ///< a draw from Beta(good + 1, bad + 1)
  good_best,      ///< good * best prediction
  thompson_best,  ///< the draw * best prediction
  success_best,   ///< success rate * best prediction
};

/// By its name in the configuration: `negative-bad`, `best-score`, ..., `success-best`.
std::optional<HostFunction> parse_host_function(std::string_view name);
/// All names, separated by commas.
std::string_view host_function_names();

/// Of a host with links to choose from.
struct HostFacts {
  std::uint32_t good = 0;  ///< answers that were results
  std::uint32_t bad = 0;   ///< that were none
  double best = 0;         ///< the best prediction among its links
};

/// Whether s(h) is drawn anew at each step.
bool is_drawn(HostFunction function);
/// s(h) of a function that is not drawn.
double host_score(HostFunction function, const HostFacts& host);
/// s(h) of one that is.
double draw_host_score(HostFunction function, const HostFacts& host, Random& random);

/// The probability that choice number `step` (from 0) is of a random host: lambda m / (step + m),
/// for m = 0 lambda.
double random_share(double lambda, std::uint64_t m, std::uint64_t step);

}  // namespace tagtrail
