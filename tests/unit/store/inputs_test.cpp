// What the engine is told besides responses, kept in its order.
#include "job_fixture.hpp"

namespace tagtrail::host::testing {
namespace {

JobInput feedback(std::uint64_t responses, std::string json, bool at_start = false) {
  return {JobInput::Kind::feedback, responses, at_start, std::move(json)};
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(inputs, JobFixture)

BOOST_AUTO_TEST_CASE(they_survive_reopening_in_their_order) {
  BOOST_TEST(must(store->add_inputs({feedback(0, "a"), feedback(0, "b")})) == 2U);
  BOOST_TEST(must(store->add_inputs({{JobInput::Kind::budget, 3, false, "{}"}})) == 1U);
  reopen();
  BOOST_TEST(store->input_count() == 3U);
  const auto all = must(store->inputs(0));
  BOOST_REQUIRE(all.size() == 3U);
  BOOST_TEST(all[0].json == "a");
  BOOST_TEST(all[1].json == "b");
  BOOST_TEST((all[1].kind == JobInput::Kind::feedback));
  BOOST_TEST((all[2].kind == JobInput::Kind::budget));
  BOOST_TEST(all[2].responses == 3U);
  BOOST_TEST(must(store->inputs(2)).size() == 1U);
  BOOST_TEST(must(store->inputs(3)).empty());
}

BOOST_AUTO_TEST_CASE(what_a_start_brings_again_is_not_added_again) {
  BOOST_TEST(must(store->add_inputs({feedback(0, "a", true), feedback(0, "a", true)})) == 1U);
  // The user may say the same twice, and a start may say what the user said.
  BOOST_TEST(must(store->add_inputs({feedback(1, "a"), feedback(1, "a")})) == 2U);
  BOOST_TEST(must(store->add_inputs({feedback(1, "b"), feedback(1, "b", true)})) == 2U);
  reopen();
  BOOST_TEST(must(store->add_inputs({feedback(5, "a", true), feedback(5, "c", true)})) == 1U);
  BOOST_TEST(must(store->inputs(0)).back().json == "c");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace tagtrail::host::testing
