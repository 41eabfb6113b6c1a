#include "store/session_use.hpp"

#include <boost/test/unit_test.hpp>

using namespace tagtrail::host;

namespace {

const std::string kSite = "https://example.org";

}  // namespace

BOOST_AUTO_TEST_SUITE(session_use)

BOOST_AUTO_TEST_CASE(pages_without_it_count_where_it_makes_a_difference) {
  SessionUse use;
  use.add_without(kSite, kSite + "/a", false);
  use.add_without("https://elsewhere.org", "https://elsewhere.org/", false);
  BOOST_TEST(use.left_out().count == 0U);
  use.add_compared(kSite, true);
  BOOST_TEST(use.left_out().count == 1U);
  BOOST_TEST(to_text(use.left_out()) ==
             "1 page read without your login, which may show more: " + kSite + "/a");
  BOOST_TEST(use.lines().empty());
}

BOOST_AUTO_TEST_CASE(that_it_made_none_is_said) {
  SessionUse use;
  BOOST_TEST(use.lines().empty());
  use.add_compared(kSite, false);
  use.add_compared(kSite, false);
  BOOST_REQUIRE(use.lines().size() == 1U);
  BOOST_TEST(use.lines().front() ==
             "your login made no difference on the 2 pages read with and without it");
  use.add_without(kSite, kSite + "/a", false);
  BOOST_TEST(use.lines().front().ends_with("without it; 1 more was read without it"));
}

BOOST_AUTO_TEST_CASE(what_is_kept_comes_back) {
  SessionUse use;
  BOOST_TEST(!use.news().has_value());
  use.add_compared(kSite, true);
  use.add_without(kSite, kSite + "/a", true);
  const auto text = use.news();
  BOOST_REQUIRE(text.has_value());
  BOOST_TEST(!use.news().has_value());
  const SessionUse again = SessionUse::from_text(*text);
  BOOST_REQUIRE(again.site(kSite) != nullptr);
  BOOST_TEST(again.site(kSite)->compared == 1U);
  BOOST_TEST(again.site(kSite)->refused);
  BOOST_TEST((again.left_out() == use.left_out()));
  for (const char* damaged : {"", "[]", "{\"https://a.org\": 1, \"b\": {\"without\": -1}}"}) {
    BOOST_TEST(SessionUse::from_text(damaged).left_out().count == 0U);
  }
}

BOOST_AUTO_TEST_CASE(pages_read_before_a_difference_was_known_are_due_then) {
  SessionUse use;
  for (int i = 0; i < 60; ++i) use.add_without(kSite, kSite + "/" + std::to_string(i), false);
  use.add_without(kSite, kSite + "/refused", true);
  use.add_without("https://elsewhere.org", "https://elsewhere.org/", false);
  BOOST_TEST(use.take_due().empty());
  use.add_compared(kSite, true);
  const auto due = use.take_due();
  BOOST_REQUIRE(due.size() == 50U);
  BOOST_TEST(use.take_due().empty());
  use.add_with(due[0]);
  use.add_with(due[0]);
  BOOST_TEST(use.left_out().count == 60U);
  // With the session it was not to be had.
  use.add_without(kSite, due[1], true);
  BOOST_TEST(use.left_out().count == 60U);
  // Of a run that ended before the others came.
  auto again = SessionUse::from_text(use.news().value());
  BOOST_TEST(again.take_due().size() == 48U);
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(session_doubts)

BOOST_AUTO_TEST_CASE(what_was_answered_before_the_session_was_seen_is_in_no_doubt) {
  SessionDoubts doubts;
  doubts.answered(kSite + "/a", true);
  doubts.answered(kSite + "/a", true);
  doubts.answered("https://elsewhere.org/b", true);
  doubts.answered(kSite + "/file.csv", false);
  BOOST_TEST(doubts.count() == 2U);
  const std::size_t before = doubts.count();
  doubts.answered(kSite + "/c", true);
  doubts.proved(kSite, before);
  BOOST_TEST(doubts.count() == 2U);
  BOOST_TEST(doubts.left_out().count == 0U);
  BOOST_TEST(doubts.take_due().empty());
}

BOOST_AUTO_TEST_CASE(what_a_lost_session_leaves_is_named_and_due_when_it_is_there_again) {
  SessionDoubts doubts;
  for (const char* path : {"/a", "/b", "/c"}) doubts.answered(kSite + path, true);
  doubts.forget(kSite + "/c");
  doubts.lost();
  BOOST_TEST(to_text(doubts.left_out()) ==
             "2 pages read when your login may have ended already, such as " + kSite + "/a");
  auto next = SessionDoubts::from_text(doubts.news().value());
  BOOST_TEST((next.left_out() == doubts.left_out()));
  next.answered(kSite + "/new", true);
  next.proved(kSite, next.count());
  BOOST_TEST((next.take_due() == std::vector{kSite + "/a", kSite + "/b"}));
  BOOST_TEST(next.left_out().count == 2U);
  next.answered(kSite + "/a", true);
  BOOST_TEST(next.left_out().count == 1U);
  next.answered(kSite + "/b", true);
  BOOST_TEST(next.left_out().count == 0U);
}

BOOST_AUTO_TEST_CASE(of_a_run_that_ended_before_it_was_known_all_is_due) {
  SessionDoubts doubts;
  doubts.answered(kSite + "/a", true);
  auto next = SessionDoubts::from_text(doubts.news().value());
  BOOST_TEST(next.left_out().count == 0U);
  next.proved(kSite, next.count());
  BOOST_TEST(next.take_due().size() == 1U);
  for (const char* damaged : {"", "[]", "{\"urls\": [1, \"no url\"], \"more\": -1}"}) {
    BOOST_TEST(SessionDoubts::from_text(damaged).count() == 0U);
  }
}

BOOST_AUTO_TEST_SUITE_END()
