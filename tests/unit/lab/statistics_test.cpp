// Means, staircases and the points kept of a curve.
#include "studies/statistics.hpp"

#include <boost/test/unit_test.hpp>

#include "studies/curve.hpp"

using namespace tagtrail;
using namespace tagtrail::host;

BOOST_AUTO_TEST_SUITE(statistics)

BOOST_AUTO_TEST_CASE(samples) {
  BOOST_TEST(!sample_of({}));
  BOOST_TEST(sample_of({7})->mean == 7);
  BOOST_TEST(sample_of({7})->deviation == 0);
  const auto sample = *sample_of({2, 4, 4, 4, 5, 5, 7, 9});
  BOOST_TEST(sample.mean == 5);
  BOOST_TEST(sample.deviation == 2.13809, boost::test_tools::tolerance(1e-5));
}

BOOST_AUTO_TEST_CASE(geometric_means) {
  BOOST_TEST(*geometric_mean({1, 4}) == 2, boost::test_tools::tolerance(1e-12));
  BOOST_TEST(*geometric_mean({0.5, 2, 8}) == 2, boost::test_tools::tolerance(1e-12));
  BOOST_TEST(!geometric_mean({}));
  BOOST_TEST(!geometric_mean({1, 0}));
}

BOOST_AUTO_TEST_CASE(staircases) {
  const std::vector<double> xs{0, 10, 20};
  const std::vector<double> ys{1, 2, 3};
  BOOST_TEST(step_value(xs, ys, -1) == 0);
  BOOST_TEST(step_value(xs, ys, 0) == 1);
  BOOST_TEST(step_value(xs, ys, 9.9) == 1);
  BOOST_TEST(step_value(xs, ys, 10) == 2);
  BOOST_TEST(step_value(xs, ys, 1e9) == 3);
}

BOOST_AUTO_TEST_CASE(curves_stay_small_and_keep_their_ends) {
  for (const std::uint64_t length : {0U, 1U, 299U, 300U, 301U, 12'345U}) {
    CurveSampler sampler;
    Progress progress;
    for (std::uint64_t i = 1; i <= length; ++i) {
      progress.requests = i;
      progress.targets = i / 2;
      sampler.add(progress);
    }
    const auto points = sampler.points();
    BOOST_TEST(points.size() <= CurveSampler::kMost + 1);
    BOOST_TEST(points.size() >= std::min<std::uint64_t>(length, CurveSampler::kMost / 2));
    BOOST_TEST(points.front().requests == 0U);
    BOOST_TEST(points.back().requests == length);
    for (std::size_t i = 1; i < points.size(); ++i) {
      BOOST_TEST(points[i].requests > points[i - 1].requests);
      BOOST_TEST(points[i].targets == points[i].requests / 2);
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()
