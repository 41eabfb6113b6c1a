// Jobs that an earlier version left behind go on, with their own settings and nothing loaded twice.
#include <sqlite3.h>
#include <stdlib.h>

#include <atomic>
#include <boost/test/unit_test.hpp>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>

#include "../fetch/test_server.hpp"
#include "../scratch_folder.hpp"
#include "job/runner.hpp"
#include "store/job_store.hpp"

using namespace tagtrail;
using namespace tagtrail::host;
namespace fs = std::filesystem;

namespace {

constexpr int kFiles = 12;

std::string answer(std::string_view type, const std::string& body) {
  return "HTTP/1.1 200 OK\r\nContent-Type: " + std::string(type) +
         "\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}

/// A page with files, in a folder of its own for the job.
struct Fixture {
  bool serve(TestConnection& connection, const std::string& request) {
    const std::string path = request.substr(4, request.find(' ', 4) - 4);
    const std::lock_guard lock(mutex);
    ++asked[path];
    if (path == "/") {
      std::string page = "<html><body>";
      for (int i = 0; i < kFiles; ++i) {
        page += "<a href='/" + std::to_string(i) + ".csv'>" + std::to_string(i) + "</a>";
      }
      return connection.send(answer("text/html", page));
    }
    if (path.ends_with(".csv")) return connection.send(answer("text/csv", "a,b\n" + path + "\n"));
    return connection.send("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n");
  }

  RunEnd run(Config config, NamedSettings named,
             std::function<void(const JobStatus&)> on_progress = {},
             const std::atomic<int>* interrupted = nullptr) {
    config.seed_url = server.url("/");
    JobRunner::Setup setup;
    setup.on_progress = std::move(on_progress);
    setup.interrupted = interrupted;
    setup.dir = dir / "job";
    setup.config = std::move(config);
    setup.named = std::move(named);
    setup.options.delay = std::chrono::milliseconds(0);
    setup.options.allow_private = true;
    auto runner = JobRunner::open(std::move(setup));
    BOOST_REQUIRE_MESSAGE(runner.has_value(), (runner ? "" : runner.error().message));
    return (*runner)->run(nullptr);
  }
  void execute(const char* sql) const {
    sqlite3* raw = nullptr;
    BOOST_REQUIRE(sqlite3_open((dir / "job" / "job.db").c_str(), &raw) == SQLITE_OK);
    BOOST_TEST(sqlite3_exec(raw, sql, nullptr, nullptr, nullptr) == SQLITE_OK);
    sqlite3_close(raw);
  }
  std::unique_ptr<JobStore> store() const {
    auto opened = JobStore::open(dir / "job");
    BOOST_REQUIRE(opened);
    return std::move(*opened);
  }

  ScratchFolder scratch;
  fs::path dir = scratch.path();
  std::mutex mutex;
  std::map<std::string, int> asked;
  TestServer server{[this](TestConnection& connection, const std::string& request) {
    return serve(connection, request);
  }};
};

/// A start of the version before: another default policy, no sitemaps.
Config of_before() {
  Config config;
  config.policy = "bfs";
  config.budget.requests = 5;
  return config;
}

Config of_today() {
  Config config;
  config.sitemaps = true;
  return config;
}

/// The folder as that version would have left it.
void age(JobStore& store) {
  nlohmann::json config = nlohmann::json::parse(**store.get("engine-config"));
  for (const char* member : {"sitemaps", "inFlight", "trail"}) config.erase(member);
  BOOST_REQUIRE(store.set("engine-config", config.dump()));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(resume)

BOOST_FIXTURE_TEST_CASE(a_job_of_an_earlier_version_goes_on_as_it_was, Fixture) {
  BOOST_TEST(run(of_before(), {"seedUrl", "policy"}).exit_code == 4);
  age(*store());
  BOOST_TEST(run(of_today(), {"seedUrl"}).exit_code == 0);
  BOOST_TEST(store()->target_count() == kFiles);
  BOOST_TEST(asked.contains("/sitemap.xml") == false);
  for (const auto& [path, times] : asked) {
    if (path != "/robots.txt") BOOST_TEST(times == 1, path);
  }
}

BOOST_FIXTURE_TEST_CASE(a_snapshot_of_another_version_is_replaced_by_the_responses, Fixture) {
  BOOST_TEST(run(of_before(), {"seedUrl", "policy"}).exit_code == 4);
  {
    const auto folder = store();
    const auto latest = folder->latest_snapshot();
    BOOST_REQUIRE((latest && latest->has_value()));
    Bytes bytes = (*latest)->bytes;
    BOOST_REQUIRE(Engine::restore(bytes.data(), bytes.size()));
    bytes[4] = static_cast<std::uint8_t>(bytes[4] - 1);  // the version, behind the magic
    BOOST_REQUIRE(!Engine::restore(bytes.data(), bytes.size()));
    BOOST_REQUIRE(folder->save_snapshot({(*latest)->responses, (*latest)->inputs, bytes}));
  }
  // The same limit as before: only then is the snapshot looked at.
  const RunEnd again = run(of_before(), {"seedUrl", "policy"});
  BOOST_TEST(again.exit_code == 4, again.message);
  BOOST_TEST(run(of_today(), {"seedUrl"}).exit_code == 0);
  BOOST_TEST(store()->target_count() == kFiles);
  for (const auto& [path, times] : asked) {
    if (path != "/robots.txt") BOOST_TEST(times == 1, path);
  }
}

// Resuming a large job said nothing for minutes, and was deaf to Ctrl-C.
BOOST_FIXTURE_TEST_CASE(resuming_says_how_far_it_is_and_can_be_stopped, Fixture) {
  BOOST_TEST(run(of_before(), {"seedUrl", "policy"}).exit_code == 4);
  const std::uint64_t answers = store()->response_count();
  const auto asked_before = asked;
  std::atomic<int> interrupted = 0;
  std::vector<std::uint64_t> of;
  const auto stop = [&](const JobStatus& status) {
    if (!status.resuming) return;
    of.push_back(status.resuming->of);
    interrupted = 1;
  };
  const RunEnd end = run(of_today(), {"seedUrl"}, stop, &interrupted);
  BOOST_TEST(end.exit_code == 5, end.message);
  BOOST_REQUIRE(!of.empty());
  BOOST_TEST(of.front() == answers);
  BOOST_TEST((asked == asked_before));
  BOOST_TEST(run(of_today(), {"seedUrl"}).exit_code == 0);
  BOOST_TEST(store()->target_count() == kFiles);
}

// What can't be read is missing, as for any other command: no fault of the program.
BOOST_FIXTURE_TEST_CASE(a_damaged_answer_ends_the_run_as_one_that_cannot_start, Fixture) {
  BOOST_TEST(run(of_before(), {"seedUrl", "policy"}).exit_code == 4);
  execute("DELETE FROM snapshot; UPDATE response SET record = x'00'");
  const RunEnd end = run(of_today(), {"seedUrl"});
  BOOST_TEST(end.state.reason == "invalid_data", end.message);
  BOOST_TEST(end.exit_code == 3);
}

// A snapshot that could not be taken or kept ended the job for good.
BOOST_FIXTURE_TEST_CASE(a_snapshot_that_cannot_be_kept_is_said_once_and_the_job_goes_on, Fixture) {
  BOOST_TEST(run(of_before(), {"seedUrl", "policy"}).exit_code == 4);
  execute(
      "CREATE TRIGGER never BEFORE INSERT ON snapshot_part"
      " BEGIN SELECT RAISE(ABORT, 'not today'); END");
  std::string warning;
  const auto listen = [&](const JobStatus& status) { warning = status.warning; };
  const RunEnd end = run(of_today(), {"seedUrl"}, listen);
  BOOST_TEST(end.exit_code == 0, end.message);
  BOOST_TEST(warning.find("not today") != std::string::npos, warning);
  BOOST_TEST(store()->target_count() == kFiles);
  execute("DROP TRIGGER never");
}

BOOST_AUTO_TEST_SUITE_END()
