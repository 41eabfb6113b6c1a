#include "fetch/robots.hpp"

#include <boost/test/unit_test.hpp>
#include <fstream>
#include <sstream>
#include <string>

using tagtrail::host::Robots;

namespace {

std::string unescape(const std::string& text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\' || i + 1 == text.size()) {
      out.push_back(text[i]);
      continue;
    }
    const char kind = text[++i];
    if (kind == 'x') {
      out.push_back(static_cast<char>(std::stoi(text.substr(i + 1, 2), nullptr, 16)));
      i += 2;
    } else {
      out.push_back(kind == 'r' ? '\r' : kind == 'n' ? '\n' : '\t');
    }
  }
  return out;
}

void check(const std::string& title, const std::string& robots_txt, const std::string& line) {
  std::istringstream words(line);
  std::string agent;
  std::string verb;
  std::string value;
  words >> agent >> verb >> value;
  const Robots robots = Robots::parse(robots_txt, agent);
  BOOST_TEST_CONTEXT(title << ": " << line) {
    if (verb == "allow" || verb == "deny") {
      BOOST_TEST(robots.allows(value) == (verb == "allow"));
    } else if (verb == "delay" && value == "none") {
      BOOST_TEST(!robots.crawl_delay().has_value());
    } else if (verb == "delay") {
      BOOST_REQUIRE(robots.crawl_delay().has_value());
      BOOST_TEST(*robots.crawl_delay() == std::stod(value));
    } else if (verb == "sitemaps") {
      BOOST_TEST(robots.sitemaps().size() == std::stoul(value));
    } else {
      BOOST_FAIL("unknown expectation");
    }
  }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(robots)

BOOST_AUTO_TEST_CASE(table) {
  std::ifstream file(TAGTRAIL_TEST_DATA "/conformance/fetch/robots.txt-table");
  BOOST_REQUIRE(file.is_open());
  std::string title;
  std::string robots_txt;
  std::string line;
  int expectations = 0;
  while (std::getline(file, line)) {
    if (line.starts_with("== ")) {
      title = line.substr(3);
      robots_txt.clear();
    } else if (line.starts_with("|")) {
      robots_txt += unescape(line.size() > 2 ? line.substr(2) : "") + "\n";
    } else if (!line.empty() && !line.starts_with("#")) {
      check(title, robots_txt, line);
      ++expectations;
    }
  }
  BOOST_TEST(expectations >= 60);
}

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
