// A bit of job.db that is not as it was written is noticed, wherever it is, if it changes anything
// that is read.
#include <sqlite3.h>

#include "../store/job_fixture.hpp"
#include "archive/job_archive.hpp"
#include "export/verify_job.hpp"
#include "tagtrail/random.hpp"

namespace tagtrail::host::testing {
namespace {

constexpr int kFlips = 150;
constexpr std::uint64_t kPages = 60;

std::string url_of(std::uint64_t id) { return "https://example.org/" + std::to_string(id); }

/// Rows in all tables that a harvest fills.
struct FlipsFixture : JobFixture {
  FlipsFixture() {
    const auto archive = must(JobArchive::open(
        {store->dir() / "archive", 1'000'000, {{"software", "Tagtrail/test"}}}, *store));
    must(store->add_inputs({{JobInput::Kind::feedback, 0, true, "{}"}}));
    for (std::uint64_t id = 1; id <= kPages; ++id) answer(id, *archive);
    must(archive->close());
    must(store->add_acting(0, {{url_of(1) + "?delete", url_of(1), "delete", "a", "acts", true}}));
    must(store->keep_left_out({{LeftOutCause::acts, 1, 0, url_of(1), {}}}));
    must(store->save_snapshot({kPages, 1, Bytes(3000, 7)}));
    must(store->add_event("skip", "one page was skipped"));
    must(store->set_state({"stopped", "user"}));
    store.reset();
    whole = read_file(dir / "job.db");
  }

  void answer(std::uint64_t id, JobArchive& archive) {
    Capture capture;
    capture.asked = capture.url = url_of(id);
    capture.request_head = "GET / HTTP/1.1\r\nHost: h\r\n\r\n";
    capture.response_head = "HTTP/1.1 200 OK\r\n\r\n";
    capture.status = 200;
    capture.body = url_of(id);
    must(archive.take(capture));
    must(archive.prepare_commit());
    Attempt attempt;
    attempt.host = "example.org";
    attempt.url = url_of(id);
    attempt.started_us = static_cast<std::int64_t>(id * 1'000'000);
    attempt.error = "none";
    store->add_attempt(std::move(attempt));
    const std::string contents = "a,b\n" + std::to_string(id) + "\n";
    auto item =
        id % 3 == 0 ? file_commit(*store, id, url_of(id), contents) : page_commit(id, url_of(id));
    if (id % 4 == 0) item.validators = {"\"" + std::to_string(id) + "\"", ""};
    if (id % 3 == 0) {
      must(store->keep_looks({{sha256_of(contents), 1, "kin", R"({"format":"csv"})"}}));
    }
    must(store->commit(batch_of(std::move(item))));
    must(archive.committed());
  }

  std::string whole;
};

std::string text_of(sqlite3_stmt* statement, int column) {
  const int type = sqlite3_column_type(statement, column);
  const void* data = sqlite3_column_blob(statement, column);
  const auto size = static_cast<std::size_t>(sqlite3_column_bytes(statement, column));
  return std::to_string(type) + ":" +
         (data == nullptr ? "" : std::string(static_cast<const char*>(data), size)) + "\n";
}

/// All that SELECT says of each table; what it says instead where it can't.
std::map<std::string, std::string> read_by_sql(const fs::path& file,
                                               const std::set<std::string>& tables) {
  std::map<std::string, std::string> said;
  sqlite3* raw = nullptr;
  sqlite3_open_v2(file.c_str(), &raw, SQLITE_OPEN_READONLY, nullptr);
  const std::unique_ptr<sqlite3, decltype(&sqlite3_close)> connection(raw, &sqlite3_close);
  for (const std::string& table : tables) {
    sqlite3_stmt* statement = nullptr;
    const std::string sql = "SELECT * FROM " + table;
    int code = sqlite3_prepare_v2(raw, sql.c_str(), -1, &statement, nullptr);
    while (code == SQLITE_OK || code == SQLITE_ROW) {
      code = sqlite3_step(statement);
      if (code != SQLITE_ROW) break;
      for (int column = 0; column < sqlite3_column_count(statement); ++column) {
        said[table] += text_of(statement, column);
      }
    }
    said[table] += "ended with " + std::to_string(code);
    sqlite3_finalize(statement);
  }
  return said;
}

const std::set<std::string> kTables = {
    "acting", "archive", "attempt", "change",   "config",  "dataset",   "decision",     "digest",
    "event",  "input",   "look",    "left_out", "placing", "response",  "robots",       "snapshot",
    "target", "term",    "url",     "version",  "action",  "validator", "snapshot_part"};

bool is_noticed(const fs::path& dir) {
  const auto verdict = verify_job(dir);
  return !verdict || verdict->fault_count > 0;
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(verify_flips, FlipsFixture)

BOOST_AUTO_TEST_CASE(every_bit_that_changes_what_is_read_is_noticed) {
  BOOST_REQUIRE(!is_noticed(dir));
  const auto before = read_by_sql(dir / "job.db", kTables);
  Random random(38);
  std::map<std::string, int> noticed;
  std::map<std::string, int> missed;
  for (int changing = 0; changing < kFlips;) {
    std::string bytes = whole;
    const std::size_t at = random.below(bytes.size());
    const auto bit = static_cast<unsigned>(random.below(8));
    bytes[at] = static_cast<char>(static_cast<unsigned char>(bytes[at]) ^ (1U << bit));
    write_file(dir / "job.db", bytes);
    const auto after = read_by_sql(dir / "job.db", kTables);
    if (after == before) continue;
    ++changing;
    const auto differs = std::find_if(before.begin(), before.end(), [&](const auto& table) {
      return after.at(table.first) != table.second;
    });
    const bool told = is_noticed(dir);
    ++(told ? noticed : missed)[differs->first];
    BOOST_TEST(told, "bit " << bit << " of byte " << at << ", in " << differs->first);
  }
  for (const auto& [table, count] : noticed) BOOST_TEST_MESSAGE(table << ": " << count);
  BOOST_TEST(missed.empty());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace tagtrail::host::testing
