// Tables of what robots.txt files mean: our own, and those restated from other parsers' tests.
#include <boost/test/unit_test.hpp>
#include <fstream>
#include <sstream>
#include <string>

#include "../escapes.hpp"
#include "../tally.hpp"
#include "fetch/robots.hpp"
#include "tagtrail/url.hpp"
#include "test_data.hpp"

namespace {

using tagtrail::host::Robots;
using tagtrail::testing::Tally;
using tagtrail::testing::unescape;

/// What Robots::allows is asked for, of a whole URL or of what a table wrote instead.
std::string path_of(const std::string& url) {
  if (url.find("://") == std::string::npos) return url;
  const std::string key = tagtrail::canonical_url(url).value_or(url);  // some are too long for one
  return key.substr(key.find('/', key.find("//") + 2));
}

std::string joined(const std::vector<std::string>& texts) {
  std::string all;
  for (const std::string& text : texts) all += (all.empty() ? "" : " ") + text;
  return all;
}

class Table {
 public:
  Table(const std::string& name, Tally& tally) : name_(name), tally_(tally) {}

  void read() {
    std::ifstream file(tagtrail::test::test_data() / "conformance/fetch" / name_);
    BOOST_REQUIRE_MESSAGE(file.is_open(), name_);
    for (std::string line; std::getline(file, line);) {
      if (line.starts_with("== ")) {
        title_ = line.substr(3);
        text_.clear();
      } else if (line.starts_with("|")) {
        add_line(line.size() > 2 ? line.substr(2) : "");
      } else if (!line.empty() && !line.starts_with("#")) {
        expect(line);
      }
    }
  }

 private:
  void add_line(const std::string& line) {
    const bool cut = line.ends_with("\\c");
    text_ += unescape(cut ? line.substr(0, line.size() - 2) : line) + (cut ? "" : "\n");
  }

  void expect(const std::string& line) {
    std::istringstream words(line);
    std::string agent;
    std::string verb;
    words >> agent >> verb;
    const Robots robots = Robots::parse(text_, agent == "\"\"" ? "" : unescape(agent));
    const std::string start = title_ + ": " + agent + " " + verb + " ";
    if (verb == "allow" || verb == "deny") {
      for (std::string url; words >> url;) {
        const std::string path = path_of(url == "\"\"" ? "" : unescape(url));
        tally_.count(start + url, robots.allows(path) == (verb == "allow"));
      }
      return;
    }
    std::string rest;
    std::getline(words >> std::ws, rest);
    const std::string got = result(verb, robots, rest);
    tally_.count(start + rest, got == (verb == "path" ? rest.substr(rest.find(' ') + 1) : rest),
                 got);
  }

  static std::string result(const std::string& verb, const Robots& robots,
                            const std::string& rest) {
    if (verb == "delay") {
      std::ostringstream text;
      if (!robots.crawl_delay()) return "none";
      text << *robots.crawl_delay();
      return text.str();
    }
    if (verb == "sitemaps") return std::to_string(robots.sitemaps().size());
    if (verb == "sitemap") return joined(robots.sitemaps());
    if (verb == "path") return path_of(rest.substr(0, rest.find(' ')));
    BOOST_FAIL("unknown expectation " + verb);
    return {};
  }

  std::string name_;
  Tally& tally_;
  std::string title_;
  std::string text_;
};

void run(const std::string& suite, const std::string& table, std::size_t at_least) {
  Tally tally(suite, "fetch/" + table + "_known_failures.txt");
  Table(table + ".txt", tally).read();
  BOOST_TEST(tally.total() >= at_least);
  tally.finish();
}

}  // namespace

BOOST_AUTO_TEST_SUITE(robots_tables)

BOOST_AUTO_TEST_CASE(ours) { run("robots, our own table", "robots_ours", 60); }

BOOST_AUTO_TEST_CASE(google) { run("robots, google/robotstxt", "robots_google", 150); }

BOOST_AUTO_TEST_CASE(crawler_commons) {
  run("robots, crawler-commons", "robots_crawler_commons", 350);
}

BOOST_AUTO_TEST_SUITE_END()
