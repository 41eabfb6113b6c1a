// RDF in text as the standards' examples have it.
#include <boost/test/unit_test.hpp>
#include <fstream>
#include <sstream>
#include <string>

#include "../escapes.hpp"
#include "../tally.hpp"
#include "feeds/link_source.hpp"
#include "test_data.hpp"

using namespace tagtrail;
using testing::Tally;

namespace {

struct RdfCase {
  std::string title;
  std::string mime;
  std::string url;
  std::string body;
  std::string links;
};

std::vector<RdfCase> read_rdf_cases() {
  std::ifstream file(tagtrail::test::test_data() / "conformance/feeds/rdf.txt");
  BOOST_REQUIRE(file.is_open());
  std::vector<RdfCase> cases;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("== ")) {
      cases.emplace_back().title = line.substr(3);
    } else if (line.starts_with("& ")) {
      std::istringstream(line.substr(2)) >> cases.back().mime >> cases.back().url;
    } else if (line.starts_with("> ")) {
      cases.back().links += line.substr(2) + "\n";
    } else if (line.starts_with("| ")) {
      cases.back().body += testing::unescape(line.substr(2)) + "\n";
    }
  }
  return cases;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(rdf_in_text)

BOOST_AUTO_TEST_CASE(examples_of_the_standards) {
  Tally tally("RDF in text, examples of the W3C");
  for (const RdfCase& given : read_rdf_cases()) {
    const auto source =
        host::read_link_source(given.body, {given.url, given.mime, "", false, true});
    std::string all;
    for (const LinkObservation& link : source ? source->page.links : std::vector<LinkObservation>())
      all += link.tag_path + " " + link.url + "\n";
    tally.count(given.title, source && !source->page.truncated && all == given.links, all);
  }
  BOOST_TEST(tally.total() >= 7U);
  tally.finish();
}

BOOST_AUTO_TEST_SUITE_END()
