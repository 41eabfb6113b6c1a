#include "load/tab_patience.hpp"

#include <boost/test/unit_test.hpp>

using tagtrail::host::TabPatience;

namespace {

std::string page(int number) { return "https://example.org/page/" + std::to_string(number); }

}  // namespace

BOOST_AUTO_TEST_SUITE(tab_patience)

BOOST_AUTO_TEST_CASE(the_first_pages_of_a_kind_are_waited_for) {
  TabPatience patience;
  for (int i = 0; i < 3; ++i) {
    BOOST_TEST(!patience.may_hurry(page(i)));
    patience.waited(page(i), false);
  }
  BOOST_TEST(patience.may_hurry(page(3)));
  BOOST_TEST(!patience.may_hurry("https://example.org/search?q=a"));
}

BOOST_AUTO_TEST_CASE(the_longer_a_kind_is_prompt_the_more_of_it_are_trusted) {
  TabPatience patience;
  for (int i = 0; i < 3; ++i) patience.waited(page(i), false);
  for (const int trusted : {10, 20, 40, 50, 50}) {
    for (int i = 0; i < trusted; ++i) {
      BOOST_TEST(patience.may_hurry(page(i)));
      patience.hurried(page(i));
    }
    BOOST_TEST(!patience.may_hurry(page(0)), "after " << trusted);
    patience.waited(page(0), false);
  }
  patience.waited(page(0), true);
  for (int i = 0; i < 3; ++i) patience.waited(page(i), false);
  for (int i = 0; i < 10; ++i) patience.hurried(page(i));
  BOOST_TEST(!patience.may_hurry(page(0)), "after something late it begins anew");
}

BOOST_AUTO_TEST_CASE(one_that_shows_something_late_has_all_waited_for) {
  TabPatience patience;
  for (int i = 0; i < 3; ++i) patience.waited(page(i), false);
  patience.waited(page(3), true);
  for (int i = 4; i < 7; ++i) {
    BOOST_TEST(!patience.may_hurry(page(i)));
    patience.waited(page(i), false);
  }
  BOOST_TEST(patience.may_hurry(page(7)));
}

BOOST_AUTO_TEST_CASE(a_site_that_is_prompt_throughout_is_trusted_with_new_kinds) {
  TabPatience patience;
  const auto kind = [](char letter) { return std::string("https://example.org/") + letter + "/1"; };
  for (char letter = 'a'; letter < 'k'; ++letter) {
    BOOST_TEST(!patience.may_hurry(kind(letter)));
    patience.waited(kind(letter), false);
  }
  for (char letter = 'k'; letter < 'u'; ++letter) {
    BOOST_TEST(patience.may_hurry(kind(letter)));
    patience.hurried(kind(letter));
  }
  BOOST_TEST(!patience.may_hurry(kind('u')), "after ten one is waited for");
  patience.waited(kind('u'), true);
  BOOST_TEST(!patience.may_hurry(kind('a')), "and when something came late, all are");
}

BOOST_AUTO_TEST_SUITE_END()
