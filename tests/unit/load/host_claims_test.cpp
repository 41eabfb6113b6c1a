#include "load/host_claims.hpp"

#include <boost/test/unit_test.hpp>
#include <thread>

#include "scratch_folder.hpp"

using namespace tagtrail;
using namespace tagtrail::host;
using namespace std::chrono_literals;

namespace {

GrantedHosts home(std::string host, bool below = false) {
  GrantedHosts granted;
  granted.home = std::move(host);
  granted.below = below;
  // With all the chance that comes to it, less than what a request waits before it is put off.
  granted.patience = 700ms;
  granted.turn = 60s;
  return granted;
}

Request request_for(std::string url) {
  Request request;
  request.url = std::move(url);
  request.source_page = "http://home.example/";
  return request;
}

/// The worker's side of the files; the tasks of a job.
struct ClaimsFixture {
  ScratchFolder scratch;
  std::filesystem::path place = scratch.path() / ".site";
  GrantedHosts granted = home("home.example");
  Waits waits;

  HostTickets wanted() const { return read_wanted_hosts(place).value_or(WantedHosts()).hosts; }
  void grant(const std::string& host) {
    granted.hosts[host] = wanted().at(host);
    BOOST_REQUIRE(write_granted_hosts(place, granted).has_value());
  }
  /// Lets tasks go on until `over`, for a minute at most.
  template <typename Over>
  bool turn_until(Over&& over) {
    const auto end = std::chrono::steady_clock::now() + 60s;
    while (!over() && std::chrono::steady_clock::now() < end) {
      waits.resume();
      std::this_thread::sleep_for(5ms);
    }
    return over();
  }
  template <typename T>
  bool ends(Async<T>& task) {
    return turn_until([&] { return task.done(); });
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(host_claims, ClaimsFixture)

BOOST_AUTO_TEST_CASE(whose_hosts_need_a_grant) {
  HostClaims one(place, home("home.example"));
  BOOST_TEST(!one.is_foreign("home.example"));
  BOOST_TEST(one.is_foreign("files.home.example"));
  BOOST_TEST(one.is_foreign("other.example"));
  BOOST_TEST(!one.may_ask("other.example", std::chrono::steady_clock::now()));
  HostClaims wide(place, home("home.example", true));
  BOOST_TEST(!wide.is_foreign("files.home.example"));
  BOOST_TEST(wide.is_foreign("othome.example"));
}

BOOST_AUTO_TEST_CASE(does_not_begin_without_the_workers_word) {
  BOOST_TEST(!HostClaims::open(place));
  BOOST_REQUIRE(write_granted_hosts(place, granted).has_value());
  BOOST_TEST(HostClaims::open(place).has_value());
}

BOOST_AUTO_TEST_CASE(a_host_is_asked_once_it_is_granted_and_given_back) {
  HostClaims claims(place, granted);
  const Request request = request_for("http://cdn.example/a.csv");
  auto task = claims.admit(request, waits);
  task.start();
  BOOST_TEST(turn_until([&] { return wanted().contains("cdn.example"); }));
  BOOST_TEST(!task.done());
  grant("cdn.example");
  BOOST_REQUIRE(ends(task));
  BOOST_TEST((task.take()->error == FetchError::none));
  const auto now = std::chrono::steady_clock::now();
  BOOST_TEST(claims.may_ask("cdn.example", now));
  claims.began("cdn.example");
  claims.look(now + 100s);
  BOOST_TEST(wanted().contains("cdn.example"), "while a request is out it is kept");
  BOOST_TEST(!claims.may_ask("cdn.example", now + 100s), "but its turn is over");
  claims.ended("cdn.example", now + 105s, now + 101s);
  claims.look(now + 102s);
  const auto left = read_wanted_hosts(place).value();
  BOOST_TEST(left.hosts.empty());
  BOOST_TEST((left.rests.at("cdn.example") == 3s));
}

BOOST_AUTO_TEST_CASE(a_grant_of_before_says_nothing) {
  HostClaims claims(place, granted);
  granted.hosts["cdn.example"] = 7;
  BOOST_REQUIRE(write_granted_hosts(place, granted).has_value());
  auto task = claims.wait_for("cdn.example", waits);
  task.start();
  BOOST_TEST(turn_until([&] { return wanted().contains("cdn.example"); }));
  for (int i = 0; i < 50; ++i) {
    waits.resume();
    std::this_thread::sleep_for(5ms);
  }
  BOOST_TEST(!task.done());
  grant("cdn.example");
  BOOST_TEST(ends(task));
}

BOOST_AUTO_TEST_CASE(what_is_not_granted_comes_later_and_then_starves) {
  HostClaims claims(place, granted);
  const Request request = request_for("http://cdn.example/a.csv");
  auto first = claims.admit(request, waits);
  first.start();
  BOOST_REQUIRE(ends(first));
  BOOST_TEST((first.take()->error == FetchError::host_taken));
  BOOST_TEST(!claims.starved(std::chrono::steady_clock::now() + 1h));
  const auto before = std::chrono::steady_clock::now();
  auto again = claims.admit(request, waits);
  again.start();
  BOOST_TEST(claims.waiting() == 1U);
  BOOST_TEST(!claims.starved(before));
  BOOST_TEST(claims.starved(std::chrono::steady_clock::now() + 1h));
  BOOST_TEST(turn_until([&] { return wanted().contains("cdn.example"); }));
  grant("cdn.example");
  BOOST_REQUIRE(ends(again));
  BOOST_TEST((again.take()->error == FetchError::none));
}

BOOST_AUTO_TEST_CASE(whoever_waits_steps_aside_once_for_a_host_that_was_granted) {
  HostClaims claims(place, granted);
  const Request one = request_for("http://one.example/a.csv");
  const Request two = request_for("http://two.example/a.csv");
  for (const Request* request : {&one, &two}) {
    auto task = claims.admit(*request, waits);
    task.start();
    BOOST_REQUIRE(ends(task));
    BOOST_TEST((task.take()->error == FetchError::host_taken));
  }
  auto waiting = claims.admit(one, waits);
  waiting.start();
  BOOST_TEST(turn_until([&] { return wanted().contains("two.example"); }), "all are wanted now");
  grant("two.example");
  BOOST_REQUIRE(ends(waiting));
  BOOST_TEST((waiting.take()->error == FetchError::host_taken));
  // Nobody comes for the other: it is not waited for again.
  auto once_more = claims.admit(one, waits);
  once_more.start();
  BOOST_TEST(turn_until([&] { return wanted().contains("one.example"); }));
  BOOST_TEST(!once_more.done());
  grant("one.example");
  BOOST_REQUIRE(ends(once_more));
  BOOST_TEST((once_more.take()->error == FetchError::none));
}

BOOST_AUTO_TEST_CASE(what_was_put_down_often_enough_is_left) {
  granted.leave = true;
  HostClaims claims(place, granted);
  auto task = claims.wait_for("cdn.example", waits);
  task.start();
  BOOST_REQUIRE(ends(task));
  const auto left = task.take();
  BOOST_REQUIRE(!left);
  BOOST_TEST((left.error().code == ErrorCode::refused));
  const Request request = request_for("http://cdn.example/a.csv");
  auto next = claims.admit(request, waits);
  next.start();
  BOOST_REQUIRE(ends(next));
  BOOST_TEST((next.take()->error == FetchError::rate_limited));
}

BOOST_AUTO_TEST_SUITE_END()
