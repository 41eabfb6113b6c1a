// Which transfers are broken off for the sake of others, by a clock that the tests turn.
#include "load/patience.hpp"

#include <boost/test/unit_test.hpp>

#include "host_fetch_fixture.hpp"

using namespace tagtrail;
using namespace tagtrail::host;
using namespace std::chrono_literals;

namespace {

constexpr Pressure kWaiting{.others_wait = true};

struct Watch {
  Watch() {
    state.ticket = 1;
    state.url = "https://a.test/live.csv";
    state.answered = true;
    state.plan = BodyPlan::file;
  }
  /// A second goes by, in which so many bytes come.
  std::optional<Patience::Verdict> second(std::uint64_t bytes,
                                          const Pressure& pressure = kWaiting) {
    now += 1s;
    state.came += bytes;
    state.body_bytes += bytes;
    if (state.missing) *state.missing -= bytes;
    return patience.judge(state, pressure, now);
  }
  /// The seconds until it is broken off; `most` when it is not.
  int seconds(std::uint64_t bytes, int most, const Pressure& pressure = kWaiting) {
    for (int i = 1; i < most; ++i) {
      if (second(bytes, pressure)) return i;
    }
    return most;
  }

  Patience patience{PatienceOptions{}};
  TransferState state;
  SteadyTime now{};
};

}  // namespace

BOOST_AUTO_TEST_SUITE(patience)

// A file that dripped held up twenty others for five minutes, and then for as long again.
BOOST_FIXTURE_TEST_CASE(a_slow_transfer_makes_way, Watch) { BOOST_TEST(seconds(2048, 1000) <= 31); }

// Of a run of ten seconds it had all ten.
BOOST_FIXTURE_TEST_CASE(a_short_run_waits_less, Watch) {
  patience = Patience{PatienceOptions::within(16'000)};
  BOOST_TEST(seconds(2048, 1000) <= 3);
  BOOST_TEST((PatienceOptions::within(UINT64_MAX).window == PatienceOptions{}.window));
}

BOOST_FIXTURE_TEST_CASE(a_slow_page_does_so_too, Watch) {
  state.plan = BodyPlan::memory;
  BOOST_TEST(seconds(5, 1000) <= 31);
}

BOOST_FIXTURE_TEST_CASE(where_nothing_waits_it_is_kept_going, Watch) {
  BOOST_TEST(seconds(5, 10'000, {}) == 10'000);
}

BOOST_FIXTURE_TEST_CASE(one_that_was_fast_before_makes_way, Watch) {
  state.missing = 1ULL << 40U;
  BOOST_TEST(seconds(1 << 20, 1000) == 1000);
  BOOST_TEST(seconds(5, 1000) <= 61);
}

BOOST_FIXTURE_TEST_CASE(a_server_that_thinks_is_not_slow, Watch) {
  state.answered = false;
  BOOST_TEST(seconds(0, 100) == 100);
}

BOOST_FIXTURE_TEST_CASE(a_file_without_an_end_makes_way, Watch) {
  BOOST_TEST(seconds(1 << 20, 1000) == 301);
}

BOOST_FIXTURE_TEST_CASE(a_long_file_with_an_end_does_not, Watch) {
  state.missing = 1ULL << 40U;
  BOOST_TEST(seconds(1 << 20, 10'000) == 10'000);
}

BOOST_FIXTURE_TEST_CASE(it_is_set_aside_once, Watch) {
  BOOST_TEST(seconds(5, 1000) < 1000);
  BOOST_TEST(seconds(5, 10'000) == 10'000);
  Patience later(PatienceOptions{});
  later.restore(patience.json());
  std::swap(patience, later);
  state.ticket = 2;
  BOOST_TEST(seconds(5, 10'000) == 10'000);
}

// The limit was looked at between answers only, so that one file without an end took all of it,
// and more.
BOOST_FIXTURE_TEST_CASE(half_of_what_is_left_goes_to_a_file_without_an_end, Watch) {
  BOOST_TEST(seconds(1 << 20, 1000, {true, 10U << 20U}) == 6);
}

BOOST_FIXTURE_TEST_CASE(a_file_that_does_not_fit_is_not_begun, Watch) {
  state.missing = 20U << 20U;
  const auto verdict = second(1, {true, 10U << 20U});
  BOOST_REQUIRE(verdict.has_value());
  BOOST_TEST((verdict->error == FetchError::truncated));
}

BOOST_FIXTURE_TEST_CASE(a_file_that_fits_is_loaded, Watch) {
  state.missing = 9U << 20U;
  BOOST_TEST(seconds(1 << 20, 8, {true, 10U << 20U}) == 8);
}

BOOST_AUTO_TEST_CASE(what_is_not_a_list_of_urls_is_none) {
  for (const char* text : {"", "{", "{}", "[1,null]", "\"x\""}) {
    Patience patience{PatienceOptions{}};
    patience.restore(text);
    BOOST_TEST(patience.size() == 0U);
  }
}

// With one connection to a host, the others got nothing before the slow one was done.
BOOST_FIXTURE_TEST_CASE(those_who_wait_for_the_host_come_first, testing::HostFetchFixture) {
  const TestServer server([](TestConnection& connection, const std::string& request) {
    const std::string csv = "Content-Type: text/csv\r\n";
    if (!request.starts_with("GET /slow")) return connection.send(testing::answer(csv, "a"));
    connection.send("HTTP/1.1 200 OK\r\nContent-Type: text/csv\r\n\r\n");
    while (connection.send("1,")) std::this_thread::sleep_for(5ms);
    return false;
  });
  window = 100ms;
  make(1);
  std::vector<Task<Expected<Fetched>>> tasks;
  tasks.push_back(get(server.url("/slow")));
  tasks.push_back(get(server.url("/fast")));
  run(tasks);
  const auto slow = tasks[0].take();
  BOOST_REQUIRE(slow.has_value());
  BOOST_TEST((slow->result.error == FetchError::timeout));
  BOOST_TEST(slow->requests == 1U);
  const auto fast = tasks[1].take();
  BOOST_REQUIRE(fast.has_value());
  BOOST_TEST((fast->result.error == FetchError::none));
}

BOOST_AUTO_TEST_SUITE_END()
