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

// Also one that is opened again, and pages that came in the same commit or under another address.
BOOST_FIXTURE_TEST_CASE(a_job_that_is_resumed_knows_the_way, JobFixture) {
  const std::string site = "https://example.org/";
  ResponseCommit moved = found(2, site + "old", site, "/html/body/a");
  moved.response.final_url = site + "new";
  must(store->commit(batch_of(found(1, site, "", ""), std::move(moved),
                              found(3, site + "next", site + "new", "/html/body/a"))));
  for (std::uint64_t n = 4; n < 2000; ++n) {
    must(store->commit(batch_of(found(n, site + std::to_string(n), "", ""))));
  }
  reopen();
  must(store->commit(batch_of(found(2000, site + "a", site + "next", "/html/body/a"),
                              found(2001, site + "b", site + "old", "/html/body/a"),
                              found(2002, site + "c", site + "never", "/html/body/a"))));
  const auto paths = paths_in(dir);
  BOOST_TEST(paths.at(2) == "LL");
  BOOST_TEST(paths.at(1999) == "LLL");
  BOOST_TEST(paths.at(2000) == "LL");
  BOOST_TEST(paths.at(2001) == "L");
  BOOST_TEST(store->via_of_page(site + "new") == "host");
  BOOST_TEST(store->via_of_page(site + "never").empty());
}

BOOST_FIXTURE_TEST_CASE(reasons_have_their_terms_by_number, JobFixture) {
  must(store->commit(batch_of(page_commit(1, "https://example.org/1"))));
  reopen();
  must(store->commit(batch_of(page_commit(2, "https://example.org/2"))));
  const char* terms =
      "decision d, json_each(d.reason, '$.terms') j JOIN term t ON t.id = j.key"
      " WHERE d.n = 2 AND (t.name, j.value) IN (VALUES('mean', 1.25), ('bonus', 0.25))";
  BOOST_TEST(count_in(dir / "job.db", terms) == 2);
  BOOST_TEST(count_in(dir / "job.db", "term") == 2);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace tagtrail::host::testing
