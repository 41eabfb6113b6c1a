#include "fetch/politeness.hpp"

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <boost/test/unit_test.hpp>
#include <cstdlib>
#include <filesystem>

#include "../scratch_folder.hpp"

using namespace tagtrail::host;
using tagtrail::ScratchFolder;
using namespace std::chrono_literals;

namespace {

const std::string kSite = "https://example.org";
const SteadyTime kStart = SteadyTime(1000h);

/// One request that starts and ends at `at`; returns how long the next one has to wait.
Milliseconds wait_after(Politeness& politeness, int status, SteadyTime at,
                        Milliseconds latency = 10ms,
                        std::optional<Milliseconds> retry_after = std::nullopt) {
  politeness.start(kSite, at);
  politeness.finish(kSite, {status, latency, retry_after}, at);
  return std::chrono::duration_cast<Milliseconds>(*politeness.earliest(kSite, at) - at);
}

/// Sets an environment variable for the time of a test.
class Environment {
 public:
  Environment(const char* name, const std::string& value) : name_(name) {
    if (const char* old = std::getenv(name)) old_ = old;
    setenv(name, value.c_str(), 1);
  }
  ~Environment() {
    if (old_) {
      setenv(name_, old_->c_str(), 1);
    } else {
      unsetenv(name_);
    }
  }
  Environment(const Environment&) = delete;
  Environment& operator=(const Environment&) = delete;

 private:
  const char* name_;
  std::optional<std::string> old_;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(politeness)

BOOST_AUTO_TEST_CASE(one_connection_and_a_delay_from_the_end_of_an_answer) {
  Politeness politeness({.delay = 1000ms});
  BOOST_TEST((politeness.earliest(kSite, kStart) == kStart));
  politeness.start(kSite, kStart);
  BOOST_TEST(!politeness.earliest(kSite, kStart + 1h).has_value());
  BOOST_TEST((politeness.earliest("https://other.org", kStart) == kStart));
  politeness.finish(kSite, {200, 10ms, {}}, kStart + 5s);
  BOOST_TEST((politeness.earliest(kSite, kStart + 5s) == kStart + 6s));
}

BOOST_AUTO_TEST_CASE(more_connections_only_without_delay) {
  Politeness fast({.delay = 0ms, .connections = 2});
  fast.start(kSite, kStart);
  BOOST_TEST(fast.earliest(kSite, kStart).has_value());
  fast.start(kSite, kStart);
  BOOST_TEST(!fast.earliest(kSite, kStart).has_value());
  fast.finish(kSite, {200, 900ms, {}}, kStart + 1s);
  BOOST_TEST((*fast.earliest(kSite, kStart + 1s) <= kStart + 1s));

  Politeness slow({.delay = 10ms, .connections = 2});
  slow.start(kSite, kStart);
  BOOST_TEST(!slow.earliest(kSite, kStart).has_value());

  fast.set_crawl_delay(kSite, 1);
  BOOST_TEST(!fast.earliest(kSite, kStart + 1s).has_value());
}

BOOST_AUTO_TEST_CASE(crawl_delay_counts_when_longer_and_is_capped) {
  Politeness politeness({.delay = 1000ms, .max_crawl_delay = 30s});
  politeness.set_crawl_delay(kSite, 0.5);
  BOOST_TEST(politeness.delay(kSite).count() == 1000);
  politeness.set_crawl_delay(kSite, 2.5);
  BOOST_TEST(politeness.delay(kSite).count() == 2500);
  politeness.set_crawl_delay(kSite, 1e300);
  BOOST_TEST(politeness.delay(kSite).count() == 30'000);
  politeness.set_crawl_delay(kSite, -4);
  BOOST_TEST(politeness.delay(kSite).count() == 30'000);
}

BOOST_AUTO_TEST_CASE(a_slow_server_is_asked_less_often) {
  Politeness politeness({.delay = 100ms, .max_latency_delay = 5s});
  BOOST_TEST(wait_after(politeness, 200, kStart, 2000ms).count() == 2000);
  BOOST_TEST(wait_after(politeness, 200, kStart + 1h, 1000ms).count() == 1700);
  BOOST_TEST(wait_after(politeness, 200, kStart + 2h, 1h).count() == 5000);
}

BOOST_AUTO_TEST_CASE(errors_never_shorten_the_delay) {
  Politeness politeness({.delay = 100ms});
  BOOST_TEST(wait_after(politeness, 200, kStart, 2000ms).count() == 2000);
  BOOST_TEST(wait_after(politeness, 500, kStart + 1h, 1ms).count() == 2000);
  BOOST_TEST(wait_after(politeness, 404, kStart + 2h, 1ms).count() == 2000);
  BOOST_TEST(wait_after(politeness, 0, kStart + 3h, 0ms).count() == 2000);
  BOOST_TEST(wait_after(politeness, 200, kStart + 4h, 1000ms).count() == 1700);
}

BOOST_AUTO_TEST_CASE(back_off_doubles_and_quiet_time_halves_it) {
  Politeness politeness({.delay = 1000ms, .first_backoff = 60s, .max_backoff = 200s});
  SteadyTime now = kStart;
  BOOST_TEST(wait_after(politeness, 429, now).count() == 60'000);
  now += 60s;
  BOOST_TEST(wait_after(politeness, 503, now).count() == 120'000);
  now += 120s;
  BOOST_TEST(wait_after(politeness, 429, now).count() == 200'000);
  now += 200s;
  BOOST_TEST(wait_after(politeness, 200, now).count() == 1000);
  now += 200s;
  BOOST_TEST(wait_after(politeness, 200, now).count() == 1000);
  BOOST_TEST(wait_after(politeness, 429, now).count() == 200'000);  // 100 s doubled
  now += 24h;
  BOOST_TEST(wait_after(politeness, 200, now).count() == 1000);
  BOOST_TEST(wait_after(politeness, 429, now).count() == 60'000);
}

BOOST_AUTO_TEST_CASE(retry_after_is_obeyed_up_to_the_cap) {
  Politeness politeness({.delay = 1000ms, .max_backoff = 1h});
  BOOST_TEST(wait_after(politeness, 503, kStart, 1ms, 7s).count() == 7000);
  BOOST_TEST(wait_after(politeness, 429, kStart + 1h, 1ms, 0s).count() == 1000);
  BOOST_TEST(wait_after(politeness, 429, kStart + 2h, 1ms, 99h).count() == 3'600'000);
}

// Several answers may be under way: a late one must not end a pause that another one asked for.
BOOST_AUTO_TEST_CASE(a_pause_is_never_cut_short) {
  Politeness politeness({.delay = 0ms, .connections = 2});
  politeness.start(kSite, kStart);
  politeness.start(kSite, kStart);
  politeness.finish(kSite, {429, 1ms, 100s}, kStart);
  politeness.finish(kSite, {429, 1ms, 1s}, kStart);
  BOOST_TEST((politeness.earliest(kSite, kStart) == kStart + 100s));
}

BOOST_AUTO_TEST_CASE(answers_that_were_under_way_double_no_pause) {
  Politeness politeness({.delay = 0ms, .connections = 3, .first_backoff = 60s});
  for (int i = 0; i < 3; ++i) politeness.start(kSite, kStart);
  politeness.finish(kSite, {429, 1ms, {}, kStart}, kStart + 1s);
  politeness.finish(kSite, {429, 1ms, {}, kStart}, kStart + 2s);
  politeness.finish(kSite, {200, 1ms, {}, kStart}, kStart + 3s);
  BOOST_TEST((politeness.earliest(kSite, kStart + 3s) == kStart + 62s));
  politeness.start(kSite, kStart + 62s);
  politeness.finish(kSite, {429, 1ms, {}, kStart + 62s}, kStart + 63s);
  BOOST_TEST((politeness.earliest(kSite, kStart + 63s) == kStart + 183s));
}

BOOST_AUTO_TEST_CASE(until_a_back_off_is_over_there_is_one_connection) {
  Politeness politeness({.delay = 0ms, .connections = 3, .first_backoff = 60s});
  politeness.start(kSite, kStart);
  politeness.finish(kSite, {503, 1ms, 1s, kStart}, kStart);
  politeness.start(kSite, kStart + 1s);
  BOOST_TEST(!politeness.earliest(kSite, kStart + 1s).has_value());
  politeness.finish(kSite, {200, 1ms, {}, kStart + 1s}, kStart + 2h);
  politeness.start(kSite, kStart + 2h);
  BOOST_TEST(politeness.earliest(kSite, kStart + 2h).has_value());
}

BOOST_AUTO_TEST_CASE(retry_after_values) {
  const std::int64_t now = 784'111'777;  // Sun, 06 Nov 1994 08:49:37 GMT
  const auto seconds = [&](std::string_view value) {
    const auto parsed = parse_retry_after(value, now);
    return parsed ? parsed->count() / 1000 : -1;
  };
  BOOST_TEST(seconds("120") == 120);
  BOOST_TEST(seconds(" 0 ") == 0);
  BOOST_TEST(seconds("Sun, 06 Nov 1994 08:50:37 GMT") == 60);
  BOOST_TEST(seconds("Sunday, 06-Nov-94 08:50:37 GMT") == 60);
  BOOST_TEST(seconds("Sun Nov  6 08:50:37 1994") == 60);
  BOOST_TEST(seconds("Sun, 06 Nov 1994 08:49:36 GMT") == 0);
  BOOST_TEST(seconds("99999999999999999999999999") > 86'400 * 365);
  BOOST_TEST(seconds("") == -1);
  BOOST_TEST(seconds("-5") == -1);
  BOOST_TEST(seconds("1.5") == -1);
  BOOST_TEST(seconds("soon") == -1);
  BOOST_TEST(seconds("Sun, 06 Nov 1994") == -1);
  BOOST_TEST(seconds("Sun, 06 Nov 1994 08:50:37 GMT!") == -1);
}

BOOST_AUTO_TEST_CASE(one_lock_an_origin) {
  const ScratchFolder folder;
  const Environment environment("XDG_RUNTIME_DIR", folder.path().string());
  auto first = OriginLock::try_take(kSite);
  BOOST_REQUIRE(first.has_value());
  BOOST_REQUIRE(first->has_value());
  BOOST_TEST(!OriginLock::try_take(kSite)->has_value());
  BOOST_TEST(OriginLock::try_take("https://other.org")->has_value());
  struct stat info {};
  BOOST_REQUIRE(stat((folder.path() / "tagtrail").c_str(), &info) == 0);
  BOOST_TEST((info.st_mode & 0777U) == 0700U);

  std::optional<OriginLock> moved = std::move(*first);
  BOOST_TEST(!OriginLock::try_take(kSite)->has_value());
  moved.reset();
  BOOST_TEST(OriginLock::try_take(kSite)->has_value());
}

BOOST_AUTO_TEST_CASE(a_dead_process_holds_no_lock) {
  const ScratchFolder folder;
  const Environment environment("XDG_RUNTIME_DIR", folder.path().string());
  const pid_t child = fork();
  if (child == 0) {
    const auto lock = OriginLock::try_take(kSite);
    _exit(lock && *lock ? 0 : 1);
  }
  int status = -1;
  waitpid(child, &status, 0);
  BOOST_TEST(status == 0);
  BOOST_TEST(OriginLock::try_take(kSite)->has_value());
}

BOOST_AUTO_TEST_CASE(a_lock_folder_that_is_not_ours_is_refused) {
  const ScratchFolder folder;
  const Environment environment("XDG_RUNTIME_DIR", folder.path().string());
  std::filesystem::create_directory_symlink("/", folder.path() / "tagtrail");
  BOOST_TEST(!OriginLock::try_take(kSite).has_value());
}

BOOST_AUTO_TEST_SUITE_END()
