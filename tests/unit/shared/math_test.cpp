// Against the C library's long double functions, which have 11 bits more.
#include "tagtrail/math.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <limits>

#include "tagtrail/bits.hpp"
#include "tagtrail/random.hpp"

using namespace tagtrail;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kSmallest = std::numeric_limits<double>::denorm_min();
constexpr double kSmallestNormal = std::numeric_limits<double>::min();
constexpr double kLargest = std::numeric_limits<double>::max();

/// Distance of `value` from `exact` in units of the last place of `exact`, as a double has it.
long double ulps(double value, long double exact) {
  const double nearest = static_cast<double>(exact);
  if (std::isinf(nearest) || std::isinf(value)) {
    return value == nearest ? 0.0L : static_cast<long double>(kInfinity);
  }
  const double magnitude = std::fabs(nearest);
  const long double unit = static_cast<long double>(std::nextafter(magnitude, kInfinity)) -
                           static_cast<long double>(magnitude);
  return std::fabs(static_cast<long double>(value) - exact) / unit;
}

/// A random double of any exponent, subnormal ones included, with sign if asked for.
double any_double(Random& random, bool with_sign) {
  for (;;) {
    std::uint64_t bits = random.next();
    if (!with_sign) bits &= 0x7FFFFFFFFFFFFFFFULL;
    const double value = bit_cast<double>(bits);
    if (std::isfinite(value) && value != 0) return value;
  }
}

double between(Random& random, double low, double high) {
  return low + (high - low) * random.uniform();
}

struct Worst {
  long double ulps = 0;
  double at = 0;
  void note(long double error, double x) {
    if (error > ulps || error != error) {
      ulps = error;
      at = x;
    }
  }
};

}  // namespace

BOOST_AUTO_TEST_SUITE(math_functions)

BOOST_AUTO_TEST_CASE(exp_is_within_two_ulps) {
  Random random(1);
  Worst worst;
  for (int i = 0; i < 300000; ++i) {
    for (const double x : {between(random, -746, 710), between(random, -1, 1),
                           between(random, -745.2, -708), any_double(random, true)}) {
      worst.note(ulps(math::exp(x), std::exp(static_cast<long double>(x))), x);
    }
  }
  BOOST_TEST_MESSAGE("exp: " << worst.ulps << " at " << worst.at);
  BOOST_TEST(worst.ulps < 2.0L, worst.ulps << " ulps at " << worst.at);
}

BOOST_AUTO_TEST_CASE(expm1_is_within_two_ulps) {
  Random random(2);
  Worst worst;
  for (int i = 0; i < 300000; ++i) {
    for (const double x : {between(random, -50, 710), between(random, -1, 1),
                           between(random, -0.7, -0.4), any_double(random, true)}) {
      worst.note(ulps(math::expm1(x), std::expm1(static_cast<long double>(x))), x);
    }
  }
  BOOST_TEST_MESSAGE("expm1: " << worst.ulps << " at " << worst.at);
  BOOST_TEST(worst.ulps < 2.0L, worst.ulps << " ulps at " << worst.at);
}

BOOST_AUTO_TEST_CASE(log_is_within_two_ulps) {
  Random random(3);
  Worst worst;
  for (int i = 0; i < 300000; ++i) {
    for (const double x : {any_double(random, false), between(random, 0.5, 2),
                           between(random, 0.99, 1.01), kSmallestNormal * random.uniform()}) {
      if (x == 0) continue;
      worst.note(ulps(math::log(x), std::log(static_cast<long double>(x))), x);
    }
  }
  BOOST_TEST_MESSAGE("log: " << worst.ulps << " at " << worst.at);
  BOOST_TEST(worst.ulps < 2.0L, worst.ulps << " ulps at " << worst.at);
}

BOOST_AUTO_TEST_CASE(log1p_is_within_two_ulps) {
  Random random(4);
  Worst worst;
  for (int i = 0; i < 300000; ++i) {
    for (const double x :
         {any_double(random, false), between(random, -0.999999, 1), between(random, -1e-3, 1e-3),
          -std::ldexp(random.uniform(), -static_cast<int>(random.below(60)))}) {
      if (!(x > -1)) continue;
      worst.note(ulps(math::log1p(x), std::log1p(static_cast<long double>(x))), x);
    }
  }
  BOOST_TEST_MESSAGE("log1p: " << worst.ulps << " at " << worst.at);
  BOOST_TEST(worst.ulps < 2.0L, worst.ulps << " ulps at " << worst.at);
}

BOOST_AUTO_TEST_CASE(pow_keeps_its_promise) {
  Random random(5);
  long double worst = 0;
  for (int i = 0; i < 300000; ++i) {
    const double x = random.below(2) == 0 ? any_double(random, false) : between(random, 0, 10);
    const double y = between(random, -700, 700) / (1 + std::fabs(std::log(x)));
    const long double exact = std::pow(static_cast<long double>(x), static_cast<long double>(y));
    if (!(exact > kSmallestNormal && exact < kLargest)) continue;
    worst = std::max(worst, std::fabs(static_cast<long double>(math::pow(x, y)) - exact) / exact);
  }
  BOOST_TEST_MESSAGE("pow: " << worst);
  BOOST_TEST(worst < 2.5e-13L);
}

BOOST_AUTO_TEST_CASE(special_values_of_exp) {
  BOOST_TEST(math::exp(0.0) == 1.0);
  BOOST_TEST(math::exp(-0.0) == 1.0);
  BOOST_TEST(math::exp(kInfinity) == kInfinity);
  BOOST_TEST(math::exp(-kInfinity) == 0.0);
  BOOST_TEST(math::exp(710.0) == kInfinity);
  BOOST_TEST(math::exp(kLargest) == kInfinity);
  BOOST_TEST(math::exp(-kLargest) == 0.0);
  BOOST_TEST(math::exp(-746.0) == 0.0);
  BOOST_TEST(math::exp(-745.0) == kSmallest);
  BOOST_TEST(math::exp(709.782712893384) < kInfinity);
  BOOST_TEST(std::isnan(math::exp(kNaN)));
  BOOST_TEST(math::exp(kSmallest) == 1.0);
}

BOOST_AUTO_TEST_CASE(special_values_of_expm1) {
  BOOST_TEST(math::expm1(0.0) == 0.0);
  BOOST_TEST(std::signbit(math::expm1(-0.0)));
  BOOST_TEST(math::expm1(kSmallest) == kSmallest);
  BOOST_TEST(math::expm1(kInfinity) == kInfinity);
  BOOST_TEST(math::expm1(-kInfinity) == -1.0);
  BOOST_TEST(std::isnan(math::expm1(kNaN)));
}

BOOST_AUTO_TEST_CASE(special_values_of_logarithms) {
  BOOST_TEST(math::log(1.0) == 0.0);
  BOOST_TEST(math::log(0.0) == -kInfinity);
  BOOST_TEST(math::log(-0.0) == -kInfinity);
  BOOST_TEST(math::log(kInfinity) == kInfinity);
  BOOST_TEST(std::isnan(math::log(-1.0)));
  BOOST_TEST(std::isnan(math::log(-kInfinity)));
  BOOST_TEST(std::isnan(math::log(kNaN)));
  BOOST_TEST(math::log1p(0.0) == 0.0);
  BOOST_TEST(std::signbit(math::log1p(-0.0)));
  BOOST_TEST(math::log1p(kSmallest) == kSmallest);
  BOOST_TEST(math::log1p(-1.0) == -kInfinity);
  BOOST_TEST(math::log1p(kInfinity) == kInfinity);
  BOOST_TEST(math::log1p(kLargest) == math::log(kLargest));
  BOOST_TEST(std::isnan(math::log1p(-2.0)));
  BOOST_TEST(std::isnan(math::log1p(-kInfinity)));
  BOOST_TEST(std::isnan(math::log1p(kNaN)));
}

BOOST_AUTO_TEST_CASE(special_values_of_pow) {
  BOOST_TEST(math::pow(3.0, 0.0) == 1.0);
  BOOST_TEST(math::pow(1.0, kInfinity) == 1.0);
  BOOST_TEST(math::pow(2.0, kInfinity) == kInfinity);
  BOOST_TEST(math::pow(2.0, -kInfinity) == 0.0);
  BOOST_TEST(math::pow(2.0, 2000.0) == kInfinity);
  BOOST_TEST(math::pow(2.0, -2000.0) == 0.0);
  BOOST_TEST(std::isnan(math::pow(-1.0, 0.5)));
  BOOST_TEST(std::isnan(math::pow(kNaN, 2.0)));
}

BOOST_AUTO_TEST_SUITE_END()
