#include "load/session_chooser.hpp"

#include <boost/test/unit_test.hpp>

using namespace tagtrail::host;

namespace {

using How = SessionChooser::How;

std::string file(int number) { return "https://example.org/f/" + std::to_string(number) + ".csv"; }

}  // namespace

BOOST_AUTO_TEST_SUITE(session_chooser)

BOOST_AUTO_TEST_CASE(plain_until_the_session_helped) {
  SessionChooser chooser;
  BOOST_TEST((chooser.choose(file(1)) == How::plain));
  BOOST_TEST(chooser.worth_trying(file(1)));
  chooser.learn(file(1), true);
  BOOST_TEST((chooser.choose(file(2)) == How::session));
  BOOST_TEST((chooser.choose("https://example.org/other") == How::plain));
}

BOOST_AUTO_TEST_CASE(every_fiftieth_is_compared_again) {
  SessionChooser chooser;
  chooser.learn(file(0), true);
  for (int i = 1; i <= 50; ++i) {
    BOOST_TEST((chooser.choose(file(i)) == How::session));
    chooser.note_single(file(i));
  }
  BOOST_TEST((chooser.choose(file(51)) == How::compare));
  chooser.learn(file(51), false);
  BOOST_TEST((chooser.choose(file(52)) == How::plain));
}

BOOST_AUTO_TEST_CASE(where_it_does_not_help_few_are_tried) {
  SessionChooser chooser;
  int tries = 0;
  for (int i = 0; i < 100; ++i) {
    if (!chooser.worth_trying(file(i))) continue;
    ++tries;
    chooser.learn(file(i), false);
  }
  BOOST_TEST(tries == 4);
}

BOOST_AUTO_TEST_SUITE_END()
