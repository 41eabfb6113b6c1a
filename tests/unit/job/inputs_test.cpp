// What the user says while a job runs is part of the crawl: recorded, and told again after a crash.
#include <spawn.h>
#include <sqlite3.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdlib>

#include "teaching_fixture.hpp"

using namespace tagtrail;
using namespace tagtrail::host;

namespace {

constexpr const char* kDoomedJob = "TAGTRAIL_TEST_DOOMED_JOB";
constexpr const char* kDoomedSite = "TAGTRAIL_TEST_DOOMED_SITE";

/// So that the next run replays all from the beginning.
void drop_snapshots(const std::filesystem::path& job) {
  sqlite3* raw = nullptr;
  BOOST_REQUIRE(sqlite3_open((job / "job.db").c_str(), &raw) == SQLITE_OK);
  const std::unique_ptr<sqlite3, decltype(&sqlite3_close)> connection(raw, &sqlite3_close);
  BOOST_REQUIRE(sqlite3_exec(raw, "DELETE FROM snapshot", nullptr, nullptr, nullptr) == SQLITE_OK);
}

boost::test_tools::assertion_result is_told_what_to_do(boost::unit_test::test_unit_id /*case*/) {
  return std::getenv(kDoomedJob) != nullptr && std::getenv(kDoomedSite) != nullptr;
}

struct Fixture : TeachingFixture {
  /// As far as `requests`, having been told `words` at its start.
  RunEnd run(const std::string& name, std::uint64_t requests, std::vector<Feedback> words = {}) {
    JobRunner::Setup asked_for = setup(name);
    asked_for.config.budget.requests = requests;
    asked_for.feedback = std::move(words);
    return open(std::move(asked_for))->run(nullptr);
  }
  static constexpr std::uint64_t kAll = Budget::kUnlimited;
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(inputs, Fixture)

BOOST_AUTO_TEST_CASE(a_word_withholds_a_group_from_the_next_decision_on) {
  run("job", 3);
  const int before = pages_asked("dull");
  BOOST_TEST(run("job", kAll, {word_about(Word::useless, kDullPath)}).exit_code == 0);
  // The decision that was made before the word stands.
  BOOST_TEST(pages_asked("dull") <= before + 1);
  BOOST_TEST(pages_asked("good") == kPagesOfAGroup);
}

BOOST_AUTO_TEST_CASE(a_replay_of_words_and_limits_gives_the_same_crawl) {
  const auto words = std::vector{word_about(Word::useless, kGoodPath)};
  const auto taken_back = std::vector{word_about(Word::neutral, kGoodPath)};
  for (const char* name : {"undisturbed", "disturbed"}) {
    run(name, 4);
    run(name, 7, words);
  }
  BOOST_TEST(run("undisturbed", kAll, taken_back).exit_code == 0);
  drop_snapshots(dir / "disturbed");
  run("disturbed", 9, taken_back);
  drop_snapshots(dir / "disturbed");
  BOOST_TEST(run("disturbed", kAll).exit_code == 0);
  BOOST_TEST(record("disturbed") == record("undisturbed"), boost::test_tools::per_element());
  BOOST_TEST(store("disturbed")->target_count() == 2U * kPagesOfAGroup);
}

BOOST_AUTO_TEST_CASE(words_of_a_start_are_told_once) {
  const auto words = std::vector{word_about(Word::useless, kDullPath)};
  run("job", 3, words);
  const auto inputs = store("job")->input_count();
  run("job", 3, words);
  BOOST_TEST(store("job")->input_count() == inputs);
}

BOOST_AUTO_TEST_CASE(a_finished_job_goes_on_when_there_is_something_new) {
  BOOST_TEST(run("job", kAll).exit_code == 0);
  Feedback fetch = word_about(Word::fetch, "");
  fetch.url = server.url("/other/extra.csv");
  BOOST_TEST(run("job", kAll, {fetch}).exit_code == 0);
  BOOST_TEST(store("job")->target_count() == 2U * kPagesOfAGroup + 1U);
  nothing_was_asked_for_twice();
}

BOOST_AUTO_TEST_CASE(a_raised_limit_needs_no_replay) {
  BOOST_TEST(run("job", 5).exit_code == 4);
  // With the responses unreadable, only the snapshot can go on.
  sqlite3* raw = nullptr;
  BOOST_REQUIRE(sqlite3_open((dir / "job" / "job.db").c_str(), &raw) == SQLITE_OK);
  BOOST_REQUIRE(sqlite3_exec(raw, "UPDATE response SET record = x'00' WHERE n < 4", nullptr,
                             nullptr, nullptr) == SQLITE_OK);
  sqlite3_close(raw);
  BOOST_TEST(run("job", kAll).exit_code == 0);
  BOOST_TEST(store("job")->target_count() == 2U * kPagesOfAGroup);
}

/// Only in a process that the next test starts: teaches a job of its site, and is killed by itself.
BOOST_AUTO_TEST_CASE(doomed, *boost::unit_test::disabled() *
                                 boost::unit_test::precondition(is_told_what_to_do)) {
  std::unique_ptr<JobRunner> runner;
  bool taught = false;
  JobRunner::Setup asked_for = setup("job");
  asked_for.dir = std::getenv(kDoomedJob);
  asked_for.config.seed_url = std::getenv(kDoomedSite);
  asked_for.options.delay = std::chrono::milliseconds(60);
  asked_for.on_progress = [&](const JobStatus& status) {
    if (status.progress.requests < 3) return;
    if (!taught) taught = runner->teach(word_about(Word::useless, kDullPath)).has_value();
    if (status.progress.requests >= 8) ::raise(SIGKILL);
  };
  runner = open(std::move(asked_for));
  runner->run(nullptr);
  BOOST_ERROR("it was to be killed");
}

/// By a process of its own: a mere fork can wait for ever for a lock that a thread of this one had.
BOOST_AUTO_TEST_CASE(a_word_given_before_a_kill_counts_after_it) {
  BOOST_REQUIRE(::setenv(kDoomedJob, (dir / "job").c_str(), 1) == 0);
  BOOST_REQUIRE(::setenv(kDoomedSite, server.url("/").c_str(), 1) == 0);
  std::string program = "/proc/self/exe";
  std::string which = "--run_test=inputs/doomed";
  std::array<char*, 3> arguments{program.data(), which.data(), nullptr};
  pid_t child = 0;
  BOOST_REQUIRE(
      ::posix_spawn(&child, program.c_str(), nullptr, nullptr, arguments.data(), environ) == 0);
  int status = 0;
  ::waitpid(child, &status, 0);
  BOOST_REQUIRE((WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL));
  const auto inputs = store("job")->inputs(0);
  BOOST_REQUIRE((inputs && inputs->size() == 1U));
  const int dull = pages_asked("dull");
  BOOST_TEST(run("job", kAll).exit_code == 0);
  BOOST_TEST(pages_asked("good") == kPagesOfAGroup);
  BOOST_TEST(pages_asked("dull") <= dull + 1);
  BOOST_TEST(pages_asked("dull") < kPagesOfAGroup);
}

BOOST_AUTO_TEST_CASE(nothing_is_recorded_that_no_engine_takes) {
  auto runner = open(setup("job"));
  BOOST_TEST(!runner->teach(word_about(Word::useless, "")));
  BOOST_TEST(!runner->teach(word_about(Word::fetch, "")));
  runner.reset();
  BOOST_TEST(store("job")->input_count() == 0U);
}

BOOST_AUTO_TEST_SUITE_END()
