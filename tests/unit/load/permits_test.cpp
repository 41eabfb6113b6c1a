// What a job can say of its waiting.
#include "fetch/host_lock.hpp"
#include "host_fetch_fixture.hpp"

using namespace tagtrail;
using namespace tagtrail::host;
using namespace tagtrail::host::testing;

namespace {

using By = Permits::HeldUp::By;

struct PermitsFixture : HostFetchFixture {
  PermitsFixture()
      : server([](TestConnection& connection, const std::string&) {
          return connection.send(answer("Content-Type: text/html\r\n", "x"));
        }) {}

  std::optional<Permits::HeldUp> held_up() const {
    return fetch->permits().held_up(std::chrono::steady_clock::now());
  }
  /// Begins to ask, and goes on for as long as `goes_on` says.
  void ask(const std::function<bool()>& goes_on) {
    task.emplace(get(server.url("/")));
    task->start();
    while (!task->done() && goes_on()) fetch->turn(10ms);
  }
  /// What is told of a long wait does not have to be waited for.
  void give_up() {
    task.reset();
    BOOST_TEST(!held_up().has_value());
  }
  void finish() {
    while (!task->done()) fetch->turn();
    BOOST_TEST(task->take()->result.head.status == 200);
    BOOST_TEST(!held_up().has_value());
  }

  TestServer server;
  std::string host = politeness_host(server.url("/"));
  std::optional<Async<Fetched>> task;
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(permits, PermitsFixture)

BOOST_AUTO_TEST_CASE(another_job_on_the_host_is_named) {
  make(1);
  auto other = HostLock::try_take(host);
  BOOST_REQUIRE((other && *other));
  BOOST_TEST(!held_up().has_value());
  ask([&] { return !held_up(); });
  const auto told = held_up();
  BOOST_REQUIRE(told.has_value());
  BOOST_TEST((told->by == By::other_job));
  BOOST_TEST(told->host == host);
  BOOST_TEST(!told->until.has_value());  // nobody knows how long the other one's request takes
  BOOST_TEST(server.connections() == 0);
  fetch->permits().hold(true);
  BOOST_TEST(!held_up().has_value());  // who is paused waits for the user
  fetch->permits().hold(false);
  other->reset();
  finish();
}

BOOST_AUTO_TEST_CASE(the_pause_after_another_job_has_an_end) {
  const auto just_asked = [&](Milliseconds delay) {
    make(1, delay);
    auto other = HostLock::try_take(host);
    BOOST_REQUIRE((other && *other));
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    (*other)->write({std::chrono::duration_cast<Milliseconds>(now).count(), 0, delay.count()});
  };
  just_asked(60s);
  ask([&] { return !held_up() || !held_up()->until; });
  const auto told = held_up();
  BOOST_REQUIRE(told.has_value());
  BOOST_TEST((told->by == By::other_job));
  BOOST_REQUIRE(told->until.has_value());
  BOOST_TEST((*told->until - std::chrono::steady_clock::now() <= 60s));
  give_up();
  just_asked(400ms);
  ask([] { return true; });
  finish();
}

BOOST_AUTO_TEST_CASE(what_the_site_asks_for_is_told_apart) {
  make(1);
  politeness->set_crawl_delay("http://" + host, 20);
  politeness->note_elsewhere(host, {std::chrono::steady_clock::now(), {}},
                             std::chrono::steady_clock::now());
  ask([&] { return !held_up(); });
  BOOST_REQUIRE(held_up().has_value());
  BOOST_TEST((held_up()->by == By::crawl_delay));
  give_up();
  make(1);
  auto now = std::chrono::steady_clock::now();
  politeness->note_elsewhere(host, {now, now + 60s}, now);
  ask([&] { return !held_up(); });
  BOOST_REQUIRE(held_up().has_value());
  BOOST_TEST((held_up()->by == By::back_off));
  BOOST_TEST((held_up()->until == now + 60s));
  give_up();
  make(1);
  politeness->set_crawl_delay("http://" + host, 0.4);
  now = std::chrono::steady_clock::now();
  politeness->note_elsewhere(host, {now, now + 600ms}, now);
  ask([] { return true; });
  finish();
}

BOOST_AUTO_TEST_CASE(its_own_pause_is_no_news) {
  make(1, 200ms);
  ask([] { return true; });
  finish();
  bool told = false;
  ask([&] {
    told = told || held_up().has_value();
    return true;
  });
  finish();
  BOOST_TEST(!told);
}

BOOST_AUTO_TEST_SUITE_END()
