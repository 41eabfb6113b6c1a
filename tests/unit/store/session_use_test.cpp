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

BOOST_AUTO_TEST_SUITE_END()
