#include "job_fixture.hpp"
#include "store/responses.hpp"

namespace tagtrail::host::testing {
namespace {

/// The paths in the log, in its order.
std::vector<std::string> paths_in(const fs::path& dir) {
  std::vector<std::string> paths;
  for (const std::string& line : lines_of(dir / "crawl.log")) {
    std::size_t at = 0;
    for (int field = 0; field < 8; ++field) at = line.find(' ', at) + 1;
    paths.push_back(line.substr(at, line.find(' ', at) - at));
  }
  return paths;
}

ResponseCommit found(std::uint64_t id, const std::string& url, const std::string& page,
                     const std::string& tag_path) {
  ResponseCommit item = page_commit(id, url);
  item.request.source_page = page;
  item.request.tag_path = tag_path;
  return item;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(discovery)

BOOST_AUTO_TEST_CASE(a_letter_a_step) {
  BOOST_TEST(discovery_path("", "", 0).empty());
  BOOST_TEST(discovery_path("", "", 2) == "RR");
  BOOST_TEST(discovery_path("LL", "/html/body/a", 0) == "LLL");
  BOOST_TEST(discovery_path("L", "/html/body/a", 1) == "LLR");
  BOOST_TEST(discovery_path("M", "/urlset/url/loc", 0) == "MM");
  const std::string longest(50, 'L');
  BOOST_TEST(discovery_path(longest, "/html/a", 0) == "+" + longest);
  BOOST_TEST(discovery_path("+" + longest, "/html/a", 1) == "+" + longest.substr(1) + "R");
  BOOST_TEST(discovery_path("", "", 1'000'000).size() == 51);
}

BOOST_FIXTURE_TEST_CASE(a_job_knows_the_way_to_each_answer, JobFixture) {
  const std::string site = "https://example.org/";
  must(store->commit(
      batch_of(found(1, site, "", ""), found(2, site + "list", site, "/html/body/a"))));
  ResponseCommit moved = found(3, site + "new", site + "list", "/html/body/ul/li/a");
  moved.redirect_chain = {site + "old"};
  must(store->commit(batch_of(std::move(moved))));
  must(store->commit(batch_of(found(4, site + "deep", site + "new", "/html/body/a"),
                              found(5, site + "map", site + "robots.txt", "/robots.txt/sitemap"))));
  const std::vector<std::string> wanted{"-", "L", "LLR", "LLRL", "M"};
  BOOST_TEST(paths_in(dir) == wanted, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace tagtrail::host::testing
