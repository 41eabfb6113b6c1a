#include "fleet/worker_pace.hpp"

#include <boost/test/unit_test.hpp>

using namespace tagtrail::host;
using std::chrono::milliseconds;

BOOST_AUTO_TEST_SUITE(worker_pace)

BOOST_AUTO_TEST_CASE(counts_what_came_since_the_site_was_taken) {
  PaceMeter meter;
  meter.begin("a", {10, 20, 3000});
  meter.count("a", {12, 25, 3500});
  meter.count("a", {0, 0, 0});  // its job can't be read now
  meter.count("a", {13, 26, 3600});
  meter.begin("b", {});
  meter.count("b", {1, 2, 10});
  meter.end("a");
  const WorkerPace pace = meter.pace(milliseconds(0));
  BOOST_TEST(pace.done.files == 4U);
  BOOST_TEST(pace.done.requests == 8U);
  BOOST_TEST(pace.done.bytes == 610U);
  BOOST_TEST(pace.requests == 0.0);
}

BOOST_AUTO_TEST_CASE(rates_are_of_the_last_minute) {
  PaceMeter meter;
  std::uint64_t requests = 0;
  for (int second = 0; second <= 300; ++second) {
    // Ten a second, then two.
    requests += second <= 200 ? 10 : 2;
    meter.count("a", {0, requests, 0});
    const double rate = meter.pace(milliseconds(second * 1000L)).requests;
    if (second == 100) BOOST_TEST(rate == 10.0);
    if (second == 230) BOOST_TEST(rate == (30 * 10 + 30 * 2) / 60.0);
    if (second == 300) BOOST_TEST(rate == 2.0);
  }
}

BOOST_AUTO_TEST_SUITE_END()
