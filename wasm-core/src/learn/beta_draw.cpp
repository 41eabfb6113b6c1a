#include "learn/beta_draw.hpp"

#include <cmath>

#include "tagtrail/math.hpp"

namespace tagtrail {
namespace {

/// Marsaglia's polar method.
double draw_normal(Random& random) {
  for (;;) {
    const double u = 2 * random.uniform() - 1;
    const double v = 2 * random.uniform() - 1;
    const double square = u * u + v * v;
    if (square > 0 && square < 1) return u * std::sqrt(-2 * math::log(square) / square);
  }
}

/// Marsaglia and Tsang, "A Simple Method for Generating Gamma Variables" (2000); shape at least 1.
double draw_gamma(double shape, Random& random) {
  const double d = shape - 1.0 / 3;
  const double c = 1 / std::sqrt(9 * d);
  for (;;) {
    const double x = draw_normal(random);
    const double root = 1 + c * x;
    if (root <= 0) continue;
    const double v = root * root * root;
    const double u = 1 - random.uniform();
    if (math::log(u) < 0.5 * x * x + d - d * v + d * math::log(v)) return d * v;
  }
}

}  // namespace

double draw_beta(double a, double b, Random& random) {
  const double x = draw_gamma(a, random);
  return x / (x + draw_gamma(b, random));
}

}  // namespace tagtrail
