#include "fetch/robots.hpp"

#include <boost/test/unit_test.hpp>
#include <random>
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

// 4,000 rules and one page of such links took the whole of a day: each rule went over the URL once
// for each of its bytes.
BOOST_AUTO_TEST_CASE(many_rules_and_long_urls_are_no_trap) {
  std::string text = "User-agent: *\n";
  for (int i = 0; text.size() < 490'000; ++i) {
    text += "Disallow: /*" + std::string(100, 'a') + std::to_string(i) + "b\n";
  }
  const Robots robots = Robots::parse(text, "tagtrail");
  for (int i = 0; i < 500; ++i) {
    const std::string path = "/" + std::string(8000, 'a') + std::to_string(i);
    BOOST_TEST(robots.allows(path));
    BOOST_TEST(!robots.allows(path + "b"));
  }
}

// One piece of each length, all of which end at every place of the path.
BOOST_AUTO_TEST_CASE(pieces_within_pieces_are_no_trap) {
  std::string text = "User-agent: *\n";
  for (std::size_t i = 1; text.size() < 490'000; ++i) {
    text += "Disallow: /*" + std::string(i, 'a') + "*b\n";
  }
  const Robots robots = Robots::parse(text, "tagtrail");
  for (int i = 0; i < 100; ++i) BOOST_TEST(robots.allows("/" + std::string(8000, 'a')));
  BOOST_TEST(!robots.allows("/" + std::string(8000, 'a') + "b"));
}

namespace {

/// By trying everything, as RFC 9309, 2.2.3 has it.
bool matches(std::string_view pattern, std::string_view path) {
  if (pattern.empty()) return true;
  if (pattern == "$") return path.empty();
  if (pattern.front() == '*') {
    return matches(pattern.substr(1), path) || (!path.empty() && matches(pattern, path.substr(1)));
  }
  return !path.empty() && pattern.front() == path.front() &&
         matches(pattern.substr(1), path.substr(1));
}

}  // namespace

BOOST_AUTO_TEST_CASE(rules_mean_what_the_standard_says) {
  std::mt19937 random(7);
  const auto word = [&](std::string_view letters, std::size_t longest) {
    std::string text = "/";
    const std::size_t size = random() % (longest + 1);
    while (text.size() < size) text += letters[random() % letters.size()];
    return text;
  };
  for (int round = 0; round < 20'000; ++round) {
    std::string text = "User-agent: *\n";
    std::size_t longest = 0;
    bool expected = true;
    const std::string path = word("aab", 12);
    for (int rule = 0; rule < 4; ++rule) {
      const std::string pattern = word("aab**", 8) + (random() % 4 == 0 ? "$" : "");
      const bool allow = random() % 2 == 0;
      text += (allow ? "Allow: " : "Disallow: ") + pattern + "\n";
      const bool decides = pattern.size() > longest || (pattern.size() == longest && allow);
      if (!decides || !matches(pattern, path)) continue;
      expected = allow;
      longest = pattern.size();
    }
    BOOST_TEST_REQUIRE(Robots::parse(text, "tagtrail").allows(path) == expected,
                       text << path << " is not judged as it should be");
  }
}

BOOST_AUTO_TEST_SUITE_END()
