#include "tagtrail/math.hpp"

#include <cstdint>
#include <limits>

#include "tagtrail/bits.hpp"

namespace tagtrail::math {
namespace {

// ln 2 in two parts; the first has 32 zero bits at its end, so that k * kLn2High is exact.
constexpr double kLn2High = 6.93147180369123816490e-01;
constexpr double kLn2Low = 1.90821492927058770002e-10;
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

/// 2^k for k in [-1022, 1023].
double power_of_two(int k) {
  return tagtrail::bit_cast<double>(static_cast<std::uint64_t>(k + 1023) << 52U);
}

/// sum of x^i / i! from i = `from` to 17, by Horner; |x| <= 0.5.
double exponential_series(double x, int from) {
  double sum = 1.0;
  for (int i = 17; i > from; --i) sum = 1.0 + sum * x / i;
  double scale = 1.0;
  for (int i = 1; i <= from; ++i) scale = scale * x / i;
  return scale * sum;
}

}  // namespace

double exp(double x) {
  if (x != x) return x;
  if (x > 709.782712893384) return kInfinity;
  if (x < -745.2) return 0.0;
  const double quotient = x * 1.4426950408889634;
  const int k = static_cast<int>(quotient < 0 ? quotient - 0.5 : quotient + 0.5);
  const double r = (x - k * kLn2High) - k * kLn2Low;
  const double value = 1.0 + exponential_series(r, 1);
  // In two steps, because 2^k itself may be out of range where the product is not.
  const int half = k / 2;
  return value * power_of_two(half) * power_of_two(k - half);
}

double expm1(double x) {
  if (x > -0.5 && x < 0.5) return exponential_series(x, 1);
  return exp(x) - 1.0;
}

double log(double x) {
  if (x != x || x < 0) return kNaN;
  if (x == 0) return -kInfinity;
  if (x == kInfinity) return x;
  int exponent = 0;
  if (x < 2.2250738585072014e-308) {
    x *= 18014398509481984.0;  // 2^54: subnormal numbers become normal ones
    exponent = -54;
  }
  auto bits = bit_cast<std::uint64_t>(x);
  exponent += static_cast<int>(bits >> 52U) - 1023;
  bits = (bits & 0x000FFFFFFFFFFFFFULL) | 0x3FF0000000000000ULL;
  double m = bit_cast<double>(bits);
  if (m > 1.4142135623730951) {
    m *= 0.5;
    ++exponent;
  }
  // log m = 2 atanh(s); with f = m - 1 and hfsq = f^2 / 2 the leading part f is exact.
  const double f = m - 1.0;
  const double s = f / (2.0 + f);
  const double z = s * s;
  double series = 0.0;
  for (int i = 25; i >= 3; i -= 2) series = (series + 2.0 / i) * z;
  const double hfsq = 0.5 * f * f;
  return exponent * kLn2High - ((hfsq - (s * (hfsq + series) + exponent * kLn2Low)) - f);
}

double log1p(double x) {
  const double u = 1.0 + x;
  if (u == 1.0) return x;
  if (!(u > 0.0) || u == kInfinity) return log(u);
  // What rounding 1 + x to u has lost, to first order: d/du log u = 1/u.
  return log(u) + (x - (u - 1.0)) / u;
}

double pow(double x, double y) {
  if (y == 0.0 || x == 1.0) return 1.0;
  return exp(y * log(x));
}

}  // namespace tagtrail::math
