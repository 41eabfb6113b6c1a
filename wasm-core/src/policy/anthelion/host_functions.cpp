#include "policy/anthelion/host_functions.hpp"

#include <algorithm>
#include <array>

#include "learn/beta_draw.hpp"

namespace tagtrail {
namespace {

/// In the order of HostFunction.
constexpr std::array<std::string_view, 7> kNames{"negative-bad", "best-score", "success-rate",
                                                 "thompson",     "good-best",  "thompson-best",
                                                 "success-best"};

double success_rate(const HostFacts& host) { return (host.good + 1.0) / (host.bad + 1.0); }

}  // namespace

std::optional<HostFunction> parse_host_function(std::string_view name) {
  const auto at = std::find(kNames.begin(), kNames.end(), name);
  if (at == kNames.end()) return std::nullopt;
  return static_cast<HostFunction>(at - kNames.begin());
}

std::string_view host_function_names() {
  return "negative-bad, best-score, success-rate, thompson, good-best, thompson-best, success-best";
}

bool is_drawn(HostFunction function) {
  return function == HostFunction::thompson || function == HostFunction::thompson_best;
}

double host_score(HostFunction function, const HostFacts& host) {
  switch (function) {
    case HostFunction::negative_bad:
      return -static_cast<double>(host.bad);
    case HostFunction::best_score:
      return host.best;
    case HostFunction::success_rate:
      return success_rate(host);
    case HostFunction::good_best:
      return host.good * host.best;
    case HostFunction::success_best:
      return success_rate(host) * host.best;
    case HostFunction::thompson:
    case HostFunction::thompson_best:
      break;
  }
  return 0;
}

double draw_host_score(HostFunction function, const HostFacts& host, Random& random) {
  const double draw = draw_beta(host.good + 1.0, host.bad + 1.0, random);
  return function == HostFunction::thompson_best ? draw * host.best : draw;
}

double random_share(double lambda, std::uint64_t m, std::uint64_t step) {
  if (m == 0) return lambda;
  const auto decay = static_cast<double>(m);
  return lambda * decay / (static_cast<double>(step) + decay);
}

}  // namespace tagtrail
