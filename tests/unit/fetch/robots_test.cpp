#include "fetch/robots.hpp"

#include <boost/test/unit_test.hpp>
#include <string>

using tagtrail::host::Robots;

BOOST_AUTO_TEST_SUITE(robots)

BOOST_AUTO_TEST_CASE(answers_without_a_file) {
  BOOST_TEST(Robots::allow_all().allows("/x"));
  BOOST_TEST(!Robots::disallow_all().allows("/x"));
  BOOST_TEST(Robots::disallow_all().allows("/robots.txt"));
}

BOOST_AUTO_TEST_CASE(only_whole_lines_of_the_first_500_kib_count) {
  std::string text = "User-agent: *\nDisallow: /early\n";
  text += "# " + std::string(500 * 1024 - text.size() - 2 - 1 - 11, 'x') + "\n";
  text += "Disallow: /private\nDisallow: /late\n";
  BOOST_REQUIRE(text.substr(0, 500 * 1024).ends_with("\nDisallow: /"));
  const Robots robots = Robots::parse(text, "tagtrail");
  BOOST_TEST(!robots.allows("/early"));
  BOOST_TEST(robots.allows("/x"));
  BOOST_TEST(robots.allows("/late"));
}

// With backtracking this would need more steps than there are atoms.
BOOST_AUTO_TEST_CASE(many_stars_are_no_trap) {
  std::string pattern = "User-agent: *\nDisallow: /";
  for (int i = 0; i < 5000; ++i) pattern += "*a";
  pattern += "*b$\n";
  const Robots robots = Robots::parse(pattern, "tagtrail");
  BOOST_TEST(robots.allows("/" + std::string(8000, 'a')));
  BOOST_TEST(!robots.allows("/" + std::string(8000, 'a') + "b"));
}

BOOST_AUTO_TEST_SUITE_END()
