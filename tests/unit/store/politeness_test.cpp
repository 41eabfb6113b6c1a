// The tables attempt and robots.
#include "job_fixture.hpp"
#include "store/read_job.hpp"

using namespace tagtrail;
using namespace tagtrail::host;
using namespace tagtrail::host::testing;

namespace {

Attempt attempt(std::string url) {
  Attempt made;
  made.host = "example.org";
  made.url = std::move(url);
  made.asked_us = 1'000'000;
  made.started_us = 2'000'000;
  made.ended_us = 2'500'000;
  made.delay_ms = 1000;
  made.status = 503;
  made.error = "none";
  made.pause_ms = 60'000;
  return made;
}

/// All rows of a query, their columns separated by '|'.
std::vector<std::string> rows(const fs::path& dir, const char* sql, int columns) {
  auto database = must(open_to_read(dir));
  std::vector<std::string> found;
  must(database.each(sql, [&](const sqlite::Row& row) -> Expected<void> {
    std::string& line = found.emplace_back();
    for (int i = 0; i < columns; ++i) {
      line += (i == 0 ? "" : "|") + (row.is_null(i) ? "null" : row.string(i));
    }
    return {};
  }));
  return found;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(politeness_tables)

BOOST_AUTO_TEST_CASE(requests_are_written_by_the_next_commit) {
  const ScratchFolder scratch;
  const fs::path dir = scratch.path() / "job";
  const auto store = must(JobStore::open(dir));
  store->add_attempt(attempt("https://example.org/a"));
  Attempt second = attempt("https://example.org/robots.txt");
  second.robots = true;
  second.retry_after_ms = 60'000;
  second.via = Via::browser;
  second.hops = 2;
  store->add_attempt(second);
  const char* const sql =
      "SELECT url, via, purpose, started_us, ended_us, delay_ms, status, retry_after_ms, pause_ms,"
      " hops FROM attempt ORDER BY id";
  BOOST_TEST(rows(dir, sql, 10).empty());
  must(store->commit({}));
  must(store->commit({}));
  const std::vector<std::string> wanted{
      "https://example.org/a|host|resource|2000000|2500000|1000|503|null|60000|0",
      "https://example.org/robots.txt|browser|robots|2000000|2500000|1000|503|60000|60000|2"};
  BOOST_TEST(rows(dir, sql, 10) == wanted, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(robots_are_written_and_what_people_should_know_is_noted) {
  const ScratchFolder scratch;
  const fs::path dir = scratch.path() / "job";
  const auto store = must(JobStore::open(dir));
  store->add_robots({"https://a.org", 200, "none", 3, 7'200'000, 300'000});
  store->add_robots({"https://b.org", 503, "robots_unreachable"});
  store->add_robots({"https://c.org", 404, "none"});
  must(store->commit({}));
  const std::vector<std::string> table{"https://a.org|200|none|3|7200000|300000|0",
                                       "https://b.org|503|robots_unreachable|0|null|0|0",
                                       "https://c.org|404|none|0|null|0|0"};
  const char* const sql =
      "SELECT origin, status, error, rules, crawl_delay_ms, used_delay_ms, kept FROM robots";
  BOOST_TEST(rows(dir, sql, 7) == table, boost::test_tools::per_element());
  const std::vector<std::string> notes{
      "https://a.org: Crawl-delay of 7200 s cut to 300 s (--max-crawl-delay)",
      "https://b.org: robots.txt can't be read (HTTP 503), so nothing is requested there"};
  BOOST_TEST(rows(dir, "SELECT text FROM event WHERE kind = 'robots' ORDER BY id", 1) == notes,
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_SUITE_END()
