// What links cost when bytes are to be few, on examples worked out by hand.
#include "policy/trail/page_cost.hpp"

#include <boost/test/unit_test.hpp>

#include "policy/trail/page_value.hpp"

namespace tagtrail {
namespace {

BOOST_AUTO_TEST_SUITE(page_costs)

BOOST_AUTO_TEST_CASE(where_requests_are_counted_every_link_costs_one) {
  PageCost cost(Minimise::requests);
  cost.observe(0, 5'000'000);
  BOOST_TEST(cost.expected(0) == 1);
  BOOST_TEST(cost.expected(9) == 1);
  BOOST_TEST(cost.known(70) == 1);
}

BOOST_AUTO_TEST_CASE(a_link_costs_what_its_place_has_weighed_drawn_to_the_mean) {
  PageCost cost(Minimise::bytes);
  BOOST_TEST(cost.expected(0) == 1);  // nothing is known yet
  cost.observe(0, 1000);
  cost.observe(0, 1000);
  cost.observe(1, 4000);
  // 6000 bytes over 3 answers: 2000 in the mean. Place 0: (2000 + 2000) / 3, place 1: 6000 / 2.
  BOOST_TEST(cost.expected(0) == 2.0 / 3, boost::test_tools::tolerance(1e-12));
  BOOST_TEST(cost.expected(1) == 1.5);
  BOOST_TEST(cost.expected(2) == 1);
  BOOST_TEST(cost.known(3000) == 1.5);
  BOOST_TEST(cost.known(0) == 0.02);  // an empty answer is not free
}

BOOST_AUTO_TEST_CASE(a_child_counts_by_rate_and_cost) {
  // One target at cost 2: rate 0.5. Children of rate 3 at 0.9: the light one brings 2.7 * 1 for 1,
  // the heavy one 2.7 * 4 for 4.
  std::vector<ChildValue> light{{3, 3, 1}};
  BOOST_TEST(page_value(1, 2, light, 0.9) == (1 + 2.7) / 3, boost::test_tools::tolerance(1e-12));
  std::vector<ChildValue> heavy{{3, 3, 4}};
  BOOST_TEST(page_value(1, 2, heavy, 0.9) == (1 + 10.8) / 6, boost::test_tools::tolerance(1e-12));
  std::vector<ChildValue> poor{{0.5, 0.5, 4}};  // 0.45 would lower the rate
  BOOST_TEST(page_value(1, 2, poor, 0.9) == 0.5);
}

BOOST_AUTO_TEST_CASE(saved_and_loaded_it_knows_the_same) {
  PageCost cost(Minimise::bytes);
  cost.observe(3, 1234);
  cost.observe(1, 99);
  ByteWriter out;
  cost.save(out);
  const Bytes bytes = out.take();
  PageCost other(Minimise::bytes);
  ByteReader in(bytes.data(), bytes.size());
  BOOST_REQUIRE(other.load(in));
  for (PlaceId place = 0; place < 5; ++place) {
    BOOST_TEST(other.expected(place) == cost.expected(place));
  }
  Bytes broken = bytes;
  for (std::size_t i = 0; i < 8; ++i) broken[i] = 0xFF;  // not a number
  ByteReader bad(broken.data(), broken.size());
  BOOST_TEST(!PageCost(Minimise::bytes).load(bad));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace tagtrail
