#include "batch/site_run.hpp"

#include <boost/test/unit_test.hpp>
#include <chrono>
#include <csignal>
#include <thread>

#include "system/exit_code.hpp"

using namespace tagtrail::host;

namespace {

/// A harvest that does not listen yet.
SiteRun deaf_run(pid_t& id) {
  std::signal(SIGINT, SIG_DFL);
  auto process = Process::start({{"/bin/sleep", "600"}, {}});
  BOOST_REQUIRE(process.has_value());
  id = (*process)->id();
  return SiteRun(std::move(*process));
}

SiteEnd end_of(SiteRun& run) {
  for (;;) {
    if (const auto end = run.end()) return *end;
    std::this_thread::yield();
  }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(site_run)

// On a busy machine a harvest took a while to begin, and whoever had it stopped meanwhile counted
// that as a failure of the site.
BOOST_AUTO_TEST_CASE(stopped_before_it_began) {
  pid_t id = 0;
  SiteRun run = deaf_run(id);
  BOOST_TEST(!run.end().has_value());
  run.stop();
  const SiteEnd end = end_of(run);
  BOOST_TEST(end.exit == exit_code::kStopped);
  BOOST_TEST(end.reason == "stopped before it began");
}

BOOST_AUTO_TEST_CASE(ended_by_others) {
  pid_t id = 0;
  SiteRun run = deaf_run(id);
  ::kill(id, SIGINT);
  const SiteEnd end = end_of(run);
  BOOST_TEST(end.exit == 128 + SIGINT);
  BOOST_TEST(end.reason == "ended by signal 2");
}

BOOST_AUTO_TEST_SUITE_END()
