// kill -9 and a full disk: nothing lost, nothing twice.
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>

#include <csignal>
#include <random>

#include "job_fixture.hpp"
#include "store/job_reader.hpp"
#include "tagtrail/random.hpp"

namespace tagtrail::host::testing {
namespace {

constexpr int kKills = 60;
constexpr std::uint64_t kGroup = 6;

std::string contents_of(std::uint64_t id) {
  // Every third file equals another one, so that links to twins are made too.
  return "contents " + std::to_string(id % 3 == 0 ? id / 30 : id) + std::string(id % 500, '.');
}

bool brings_file(std::uint64_t id) { return id % 2 == 0; }

std::string url_of(std::uint64_t id) {
  return "https://example.org/" + std::to_string(id) + "/data.csv";
}

/// Commits groups until killed; one byte goes to `progress` after each.
[[noreturn]] void commit_for_ever(const fs::path& dir, int progress) {
  auto store = JobStore::open(dir);
  if (!store) ::_exit(3);
  for (;;) {
    std::vector<ResponseCommit> batch;
    const std::uint64_t first = (*store)->response_count() + 1;
    for (std::uint64_t id = first; id < first + kGroup; ++id) {
      batch.push_back(brings_file(id) ? file_commit(**store, id, url_of(id), contents_of(id))
                                      : page_commit(id, url_of(id)));
    }
    if (!(*store)->commit(std::move(batch))) ::_exit(4);
    if (::write(progress, "c", 1) != 1) ::_exit(5);
  }
}

/// Kills a child after `commits` commits and a moment; returns how many it had reported.
std::uint64_t run_and_kill(const fs::path& dir, std::uint64_t commits, std::uint64_t microseconds) {
  int ends[2] = {-1, -1};
  BOOST_REQUIRE(::pipe(ends) == 0);
  const pid_t child = ::fork();
  if (child == 0) {
    ::close(ends[0]);
    commit_for_ever(dir, ends[1]);
  }
  ::close(ends[1]);
  std::uint64_t reported = 0;
  char byte = 0;
  while (reported < commits && ::read(ends[0], &byte, 1) == 1) ++reported;
  const timespec moment{0, static_cast<long>(microseconds * 1000)};
  ::nanosleep(&moment, nullptr);
  ::kill(child, SIGKILL);
  int status = 0;
  ::waitpid(child, &status, 0);
  BOOST_REQUIRE_MESSAGE(WIFSIGNALED(status), "the child ended with " << WEXITSTATUS(status));
  while (::read(ends[0], &byte, 1) == 1) ++reported;
  ::close(ends[0]);
  return reported;
}

/// Everything up to the last response is there once, and nothing else.
void verify(const JobStore& store) {
  const std::uint64_t count = store.response_count();
  BOOST_REQUIRE(count % kGroup == 0);
  const auto ids = replayed_ids(store);
  BOOST_REQUIRE(ids.size() == count);
  std::set<std::string> expected = {"mine.csv"};
  const auto targets = targets_of(store);
  BOOST_REQUIRE(targets.size() == count / 2);
  for (std::uint64_t id = 1; id <= count; ++id) {
    BOOST_REQUIRE(ids[id - 1] == id);
    if (!brings_file(id)) continue;
    const TargetRow& row = targets[id / 2 - 1];
    BOOST_REQUIRE(row.url == url_of(id));
    BOOST_REQUIRE(read_file(store.dir() / row.path) == contents_of(id));
    expected.insert(fs::path(row.path).filename().string());
  }
  BOOST_REQUIRE(names_in(store.dir() / "files") == expected);
  BOOST_REQUIRE(names_in(store.partial_dir()).empty());
  const auto log = lines_of(store.dir() / "crawl.log");
  BOOST_REQUIRE(log.size() == count);
  for (std::uint64_t n = 1; n <= count; ++n) {
    BOOST_REQUIRE(log[n - 1].starts_with(std::to_string(n) + " "));
  }
}

/// Before anybody has opened it to go on.
void is_as_written(const fs::path& dir) {
  const auto job = must(JobReader::open(dir));
  BOOST_REQUIRE(must(job.changed_rows()).empty());
  BOOST_REQUIRE(must(job.log_fault()).empty());
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(crashes, JobFixture)

BOOST_AUTO_TEST_CASE(killed_at_any_instant_nothing_is_lost_and_nothing_is_twice) {
  write_file(dir / "files/mine.csv", "mine");
  store.reset();
  Random random(20);
  std::uint64_t durable = 0;
  for (int kill = 0; kill < kKills; ++kill) {
    durable += kGroup * run_and_kill(dir, random.below(4), random.below(6000));
    is_as_written(dir);
    store = must(JobStore::open(dir));
    BOOST_TEST_CONTEXT("kill " << kill) {
      // What the child was told to be committed is; one group more may be.
      BOOST_REQUIRE(store->response_count() >= durable);
      BOOST_REQUIRE(store->response_count() <= durable + kGroup);
      verify(*store);
    }
    durable = store->response_count();
    store.reset();
  }
  BOOST_TEST(read_file(dir / "files/mine.csv") == "mine");
  BOOST_TEST(durable > 0U);
}

BOOST_AUTO_TEST_CASE(a_full_disk_is_an_error_after_which_work_goes_on) {
  write_file(dir / "files/mine.csv", "mine");
  const auto group = [&] {
    std::vector<ResponseCommit> batch;
    const std::uint64_t first = store->response_count() + 1;
    for (std::uint64_t id = first; id < first + kGroup; ++id) {
      batch.push_back(brings_file(id) ? file_commit(*store, id, url_of(id), contents_of(id))
                                      : page_commit(id, url_of(id)));
    }
    return batch;
  };
  must(store->commit(group()));

  // The limit on file size stands in for a full disk: the database can't grow, small files can.
  const auto old_handler = std::signal(SIGXFSZ, SIG_IGN);
  rlimit limit{};
  BOOST_REQUIRE(::getrlimit(RLIMIT_FSIZE, &limit) == 0);
  const rlimit unlimited = limit;
  limit.rlim_cur = fs::file_size(dir / "job.db-wal") + 65536;
  BOOST_REQUIRE(::setrlimit(RLIMIT_FSIZE, &limit) == 0);
  Expected<void> result;
  for (int i = 0; i < 1000 && result; ++i) result = store->commit(group());
  const auto snapshot = store->save_snapshot({1, 0, [] {
                                                Bytes noise(1U << 20U);
                                                std::mt19937 random(1);
                                                for (auto& byte : noise)
                                                  byte = static_cast<std::uint8_t>(random());
                                                return noise;
                                              }()});
  const auto again = store->commit(group());
  BOOST_REQUIRE(::setrlimit(RLIMIT_FSIZE, &unlimited) == 0);
  std::signal(SIGXFSZ, old_handler);

  BOOST_REQUIRE(!result.has_value());
  BOOST_TEST((result.error().code == ErrorCode::disk_full), result.error().message);
  BOOST_REQUIRE(!snapshot.has_value());
  BOOST_TEST((snapshot.error().code == ErrorCode::disk_full), snapshot.error().message);
  BOOST_TEST(!again.has_value());

  must(store->commit(group()));
  verify(*store);
  reopen();
  verify(*store);
  must(store->commit(group()));
  verify(*store);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace tagtrail::host::testing
