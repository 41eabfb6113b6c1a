// Sitemaps and feeds as crawler-commons' tests have them.
#include <boost/test/unit_test.hpp>
#include <fstream>
#include <sstream>
#include <string>

#include "../escapes.hpp"
#include "../tally.hpp"
#include "feeds/link_source.hpp"
#include "system/codecs/deflate.hpp"
#include "test_data.hpp"

using namespace tagtrail;
using testing::Tally;
using testing::unescape;

namespace {

struct Case {
  std::string title;
  std::string mime;
  std::string url;
  bool packed = false;
  std::string body;
  std::string links;
};

std::string links_of(const Case& given) {
  const std::string body = given.packed ? host::gzip(given.body) : given.body;
  const auto source =
      host::read_link_source(body, {given.url, given.mime == "-" ? "" : given.mime, "", false});
  if (!source) return "none\n";
  std::string all;
  for (const LinkObservation& link : source->page.links) all += link.url + "\n";
  return all;
}

void read_facts(const std::string& line, Case& into) {
  std::istringstream words(line);
  std::string packed;
  words >> into.mime >> into.url >> packed;
  into.packed = packed == "gzip";
}

std::vector<Case> read_cases() {
  std::ifstream file(tagtrail::test::test_data() / "conformance/feeds/sitemaps.txt");
  BOOST_REQUIRE(file.is_open());
  std::vector<Case> cases;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("== ")) {
      cases.emplace_back().title = line.substr(3);
    } else if (line.starts_with("& ")) {
      read_facts(line.substr(2), cases.back());
    } else if (line.starts_with("> ")) {
      cases.back().links += line.substr(2) + "\n";
    } else if (line.starts_with("|")) {
      const bool cut = line.ends_with("\\c");
      const std::string text = line.size() > 2 ? line.substr(2) : "";
      cases.back().body += unescape(cut ? text.substr(0, text.size() - 2) : text);
      if (!cut) cases.back().body += "\n";
    }
  }
  return cases;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(sitemaps)

BOOST_AUTO_TEST_CASE(crawler_commons) {
  Tally tally("sitemaps, crawler-commons", "feeds/sitemaps_known_failures.txt");
  for (const Case& given : read_cases()) {
    const std::string links = links_of(given);
    tally.count(given.title, links == given.links, links);
  }
  BOOST_TEST(tally.total() >= 30U);
  tally.finish();
}

BOOST_AUTO_TEST_SUITE_END()
