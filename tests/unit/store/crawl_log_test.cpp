// The log can't be forged by what it logs, and loses nothing in a crash.
#include "store/crawl_log.hpp"

#include <nlohmann/json.hpp>

#include "job_fixture.hpp"

namespace tagtrail::host::testing {
namespace {

using namespace std::string_literals;

LogEntry plain_entry() {
  return {7,
          "2026-01-02T03:04:05.678Z",
          200,
          "none",
          "GET",
          "page",
          "https://example.org/",
          "text/html",
          1234,
          "host",
          "LLR",
          "",
          "chosen: first in line"};
}

}  // namespace

BOOST_AUTO_TEST_SUITE(crawl_log)

BOOST_AUTO_TEST_CASE(a_line_has_eleven_fields_and_a_sentence) {
  BOOST_TEST(
      text_line(plain_entry()) ==
      "7 2026-01-02T03:04:05.678Z 200 GET page 1234 text/html host LLR https://example.org/ - "
      "chosen: first in line\n");
  LogEntry entry = plain_entry();
  entry.status = 0;
  entry.error = "timeout";
  entry.mime = "";
  entry.source_page = "https://example.org/list";
  entry.reason = "";
  BOOST_TEST(text_line(entry) ==
             "7 2026-01-02T03:04:05.678Z timeout GET page 1234 - host LLR https://example.org/ "
             "https://example.org/list -\n");
}

BOOST_AUTO_TEST_CASE(nothing_in_a_url_ends_or_forges_a_line) {
  const std::string url = "https://example.org/x\n8 2026 200\r\x1b[2J\xe2\x80\xa8\x00\xff"s;
  LogEntry entry = plain_entry();
  entry.url = url;
  entry.mime = "text/html 9";
  entry.reason = "the anchor '\n8 2026' adds";
  const std::string line = text_line(entry);
  BOOST_TEST(line ==
             "7 2026-01-02T03:04:05.678Z 200 GET page 1234 text/html%209 host LLR "
             "https://example.org/x%0A8%202026%20200%0D%1B[2J%E2%80%A8%00%FF - "
             "the anchor '%0A8 2026' adds\n");
  const std::string json = json_line(entry);
  BOOST_TEST(json.find('\n') == json.size() - 1);
  for (const char c : json) BOOST_REQUIRE((c == '\n' || (c >= 0x20 && c < 0x7F)));
  const auto parsed = nlohmann::json::parse(json);
  BOOST_TEST(parsed.at("n") == 7);
  BOOST_TEST(parsed.at("mime") == "text/html 9");
  BOOST_TEST(parsed.at("reason") == "the anchor '\n8 2026' adds");
}

BOOST_FIXTURE_TEST_CASE(each_commit_appends_its_lines, JobFixture) {
  must(store->commit(batch_of(page_commit(1, "https://example.org/"),
                              page_commit(2, "https://example.org/a\nb"))));
  must(store->set("log-json", "1"));
  must(store->commit(batch_of(page_commit(3, "https://example.org/c"))));
  const auto lines = lines_of(dir / "crawl.log");
  BOOST_REQUIRE(lines.size() == 3U);
  BOOST_TEST(lines[0].starts_with("1 "));
  BOOST_TEST(lines[1].ends_with(" https://example.org/a%0Ab https://example.org/ the group pays"));
  BOOST_TEST(nlohmann::json::parse(lines[2]).at("url") == "https://example.org/c");
  BOOST_TEST(nlohmann::json::parse(lines[2]).at("reason") == "the group pays");
  reopen();
  BOOST_TEST(lines_of(dir / "crawl.log").size() == 3U);
}

BOOST_FIXTURE_TEST_CASE(lines_that_a_crash_lost_are_written_by_the_next_open, JobFixture) {
  for (std::uint64_t id = 1; id <= 5; ++id) {
    must(store->commit(batch_of(page_commit(id, "https://example.org/" + std::to_string(id)))));
  }
  const std::string whole = read_file(dir / "crawl.log");
  for (const std::size_t kept :
       {std::size_t{0}, std::size_t{1}, whole.size() / 2, whole.size() - 1}) {
    store.reset();
    fs::resize_file(dir / "crawl.log", kept);
    store = must(JobStore::open(dir));
    BOOST_TEST(read_file(dir / "crawl.log") == whole);
  }
  store.reset();
  fs::remove(dir / "crawl.log");
  store = must(JobStore::open(dir));
  BOOST_TEST(read_file(dir / "crawl.log") == whole);
}

BOOST_FIXTURE_TEST_CASE(what_the_user_wrote_into_the_log_stays, JobFixture) {
  must(store->commit(batch_of(page_commit(1, "https://example.org/1"))));
  store.reset();
  std::ofstream(dir / "crawl.log", std::ios::app) << "stopped for lunch\n";
  store = must(JobStore::open(dir));
  must(store->commit(batch_of(page_commit(2, "https://example.org/2"))));
  const auto lines = lines_of(dir / "crawl.log");
  BOOST_REQUIRE(lines.size() == 3U);
  BOOST_TEST(lines[1] == "stopped for lunch");
  BOOST_TEST(lines[2].starts_with("2 "));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace tagtrail::host::testing
