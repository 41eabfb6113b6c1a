#include <condition_variable>
#include <filesystem>
#include <mutex>
#include <set>

#include "host_fetch_fixture.hpp"

using namespace tagtrail;
using namespace tagtrail::host;
using namespace tagtrail::host::testing;

namespace {

/// Lets nobody through before `wanted` have come; counts how many were inside at once.
class Gate {
 public:
  explicit Gate(int wanted) : wanted_(wanted) {}

  void enter() {
    std::unique_lock lock(mutex_);
    most_ = std::max(most_, ++inside_);
    opened_ = opened_ || inside_ >= wanted_;
    changed_.notify_all();
    // Only a test that fails waits for so long.
    changed_.wait_for(lock, 20s, [this] { return opened_; });
  }
  void leave() {
    const std::lock_guard lock(mutex_);
    --inside_;
  }
  bool opened() {
    const std::lock_guard lock(mutex_);
    return opened_;
  }
  int most() {
    const std::lock_guard lock(mutex_);
    return most_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  int wanted_;
  int inside_ = 0;
  int most_ = 0;
  bool opened_ = false;
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(host_fetch, HostFetchFixture)

BOOST_AUTO_TEST_CASE(as_many_at_once_as_there_are_connections) {
  Gate gate(4);
  const TestServer server([&](TestConnection& connection, const std::string& request) {
    gate.enter();
    gate.leave();
    return connection.send(
        answer("Content-Type: text/html\r\n", request.substr(4, request.find(' ', 4) - 4)));
  });
  make(4);
  std::vector<Async<Fetched>> tasks;
  for (int i = 0; i < 12; ++i) tasks.push_back(get(server.url("/" + std::to_string(i))));
  run(tasks);
  BOOST_TEST(gate.opened());
  BOOST_TEST(gate.most() == 4);
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    const auto fetched = tasks[i].take();
    BOOST_REQUIRE(fetched.has_value());
    BOOST_TEST(fetched->result.body == "/" + std::to_string(i));
    BOOST_TEST(fetched->requests == 1);
  }
}

BOOST_AUTO_TEST_CASE(who_is_asked_for_patience_asks_again) {
  std::mutex mutex;
  std::set<std::string> asked;
  const TestServer server([&](TestConnection& connection, const std::string& request) {
    const std::string path = request.substr(4, request.find(' ', 4) - 4);
    const std::lock_guard lock(mutex);
    return connection.send(asked.insert(path).second ? answer("Retry-After: 0\r\n", "", 503)
                                                     : answer("Content-Type: text/html\r\n", "x"));
  });
  make(3);
  std::vector<Async<Fetched>> tasks;
  for (int i = 0; i < 3; ++i) tasks.push_back(get(server.url("/" + std::to_string(i))));
  run(tasks);
  for (auto& task : tasks) {
    const auto fetched = task.take();
    BOOST_TEST(fetched->result.head.status == 200);
    BOOST_TEST(fetched->requests == 2);
  }
}

/// RFC 9110, 15.5.14; some servers say it with 403, too. Without a time, a refusal is one.
BOOST_AUTO_TEST_CASE(who_is_refused_for_a_time_asks_again) {
  std::mutex mutex;
  std::set<std::string> asked;
  const TestServer server([&](TestConnection& connection, const std::string& request) {
    const std::string path = request.substr(4, request.find(' ', 4) - 4);
    const std::lock_guard lock(mutex);
    if (!asked.insert(path).second) {
      return connection.send(answer("Content-Type: text/html\r\n", "x"));
    }
    const int status = path == "/large" ? 413 : 403;
    return connection.send(answer(path == "/no" ? "" : "Retry-After: 0\r\n", "", status));
  });
  make(1);
  for (const auto& [path, status] :
       {std::pair{"/large", 200}, std::pair{"/forbidden", 200}, std::pair{"/no", 403}}) {
    std::vector<Async<Fetched>> tasks;
    tasks.push_back(get(server.url(path)));
    run(tasks);
    const auto fetched = tasks.front().take();
    BOOST_TEST(fetched->result.head.status == status, path);
    BOOST_TEST(fetched->requests == (status == 200 ? 2 : 1), path);
  }
}

BOOST_AUTO_TEST_CASE(every_request_is_recorded) {
  std::atomic<int> asked = 0;
  const TestServer server([&](TestConnection& connection, const std::string&) {
    return connection.send(++asked == 1 ? answer("Retry-After: 0\r\n", "", 503)
                                        : answer("Content-Type: text/html\r\n", "x"));
  });
  make(1, 20ms);
  std::vector<Async<Fetched>> tasks;
  tasks.push_back(get(server.url("/a")));
  tasks.push_back(get(server.url("/b")));
  run(tasks);
  BOOST_REQUIRE(log.attempts.size() == 3);
  std::int64_t free_from = 0;
  std::vector<int> statuses;
  for (const Attempt& attempt : log.attempts) {
    BOOST_TEST(attempt.host == "127.0.0.1:" + std::to_string(server.port()));
    BOOST_TEST(attempt.error == "none");
    BOOST_TEST(attempt.delay_ms >= 20);
    BOOST_TEST(attempt.asked_us <= attempt.started_us);
    BOOST_TEST(attempt.started_us < attempt.ended_us);
    BOOST_TEST(attempt.started_us >= free_from);
    free_from = attempt.ended_us + attempt.delay_ms * 1000;
    statuses.push_back(attempt.status);
  }
  BOOST_TEST(statuses == (std::vector{503, 200, 200}), boost::test_tools::per_element());
  BOOST_TEST(log.attempts.front().retry_after_ms.value() == 0);
}

BOOST_AUTO_TEST_CASE(nothing_more_is_asked_of_a_host_that_is_given_up) {
  const TestServer server([&](TestConnection& connection, const std::string&) {
    return connection.send(answer("Retry-After: 7200\r\n", "", 429));
  });
  make(1);
  std::vector<Async<Fetched>> tasks;
  tasks.push_back(get(server.url("/a")));
  tasks.push_back(get(server.url("/b")));
  run(tasks);
  BOOST_TEST(log.attempts.size() == 1);
  BOOST_TEST(log.attempts.front().pause_ms == 7'200'000);
  std::vector<unsigned> requests;
  for (auto& task : tasks) {
    const auto fetched = task.take();
    BOOST_REQUIRE(fetched.has_value());
    BOOST_TEST((fetched->result.error == FetchError::rate_limited));
    BOOST_TEST(fetched->result.error_text.find("--max-wait") != std::string::npos);
    requests.push_back(fetched->requests);
  }
  BOOST_TEST(requests == (std::vector{1U, 0U}), boost::test_tools::per_element());

  // The next run finds it in the lock.
  make(1);
  std::vector<Async<Fetched>> later;
  later.push_back(get(server.url("/c")));
  run(later);
  BOOST_TEST((later.front().take()->result.error == FetchError::rate_limited));
  BOOST_TEST(log.attempts.size() == 1);
}

// Two processes of one user: as far as the site sees they are one.
BOOST_AUTO_TEST_CASE(two_jobs_keep_one_delay) {
  const TestServer server([](TestConnection& connection, const std::string&) {
    return connection.send(answer("Content-Type: text/html\r\n", "x"));
  });
  make(1, 50ms);
  auto other_politeness = std::move(politeness);
  auto other = std::move(fetch);
  make(1, 50ms);
  for (int i = 0; i < 3; ++i) {
    for (HostFetch* one : {fetch.get(), other.get()}) {
      FetchRequest request;
      request.url = server.url("/");
      auto task = one->fetch(std::move(request), FetchAs::resource);
      task.start();
      while (!task.done()) one->turn();
      BOOST_TEST(task.take()->result.head.status == 200);
    }
  }
  BOOST_REQUIRE(log.attempts.size() == 6);
  for (std::size_t i = 1; i < log.attempts.size(); ++i) {
    const auto gap = log.attempts[i].started_us - log.attempts[i - 1].ended_us;
    // Each has a clock of its own, set when it began.
    BOOST_TEST(gap >= 49'000);
  }
}

BOOST_AUTO_TEST_CASE(a_body_that_was_cut_is_asked_for_again) {
  std::atomic<int> asked = 0;
  const TestServer server([&](TestConnection& connection, const std::string& request) {
    const bool whole = request.starts_with("GET /once") && ++asked > 1;
    connection.send("HTTP/1.1 200 OK\r\nContent-Type: text/csv\r\nContent-Length: 4\r\n\r\n");
    connection.send(whole ? "a,b\n" : "a,");
    return false;
  });
  make(1);
  std::vector<Async<Fetched>> tasks;
  tasks.push_back(get(server.url("/once")));
  tasks.push_back(get(server.url("/always")));
  run(tasks);
  const auto once = tasks[0].take();
  BOOST_TEST((once->result.error == FetchError::none), once->result.error_text);
  BOOST_TEST(once->result.body_bytes == 4U);
  BOOST_TEST(once->requests == 2U);
  fs::remove(once->result.file);
  const auto always = tasks[1].take();
  BOOST_TEST((always->result.error == FetchError::truncated), always->result.error_text);
  BOOST_TEST(always->result.file.empty());
  BOOST_TEST(always->requests == 4U);
  BOOST_TEST(fs::is_empty(folder / "partial"));
}

BOOST_AUTO_TEST_CASE(what_is_given_up_leaves_neither_files_nor_permits) {
  const TestServer server([](TestConnection& connection, const std::string& request) {
    if (request.starts_with("GET /good")) {
      return connection.send(answer("Content-Type: text/html\r\n", "x"));
    }
    connection.send("HTTP/1.1 200 OK\r\nContent-Type: text/csv\r\nContent-Length: 9\r\n\r\nab");
    connection.wait_for_end();
    return false;
  });
  make(2);
  const auto files = [this] {
    return std::distance(fs::directory_iterator(folder / "partial"), fs::directory_iterator{});
  };
  {
    std::vector<Async<Fetched>> tasks;
    for (int i = 0; i < 5; ++i) tasks.push_back(get(server.url("/" + std::to_string(i))));
    for (auto& task : tasks) task.start();
    while (files() < 2) fetch->turn();
  }
  fetch->cancel_all();
  BOOST_TEST(files() == 0);
  BOOST_TEST(log.attempts.size() == 2);
  BOOST_TEST(log.attempts.front().error == "abandoned");
  std::vector<Async<Fetched>> tasks;
  tasks.push_back(get(server.url("/good")));
  run(tasks);
  BOOST_TEST(tasks.front().take()->result.head.status == 200);
}

BOOST_AUTO_TEST_CASE(while_held_nothing_is_sent) {
  const TestServer server([](TestConnection& connection, const std::string&) {
    return connection.send(answer("Content-Type: text/html\r\n", "x"));
  });
  make(2);
  fetch->permits().hold(true);
  std::vector<Async<Fetched>> tasks;
  tasks.push_back(get(server.url("/")));
  tasks.front().start();
  for (int i = 0; i < 3; ++i) fetch->turn(1ms);
  BOOST_TEST(!tasks.front().done());
  BOOST_TEST(server.connections() == 0);
  fetch->permits().hold(false);
  while (!tasks.front().done()) fetch->turn();
  BOOST_TEST(tasks.front().take()->result.head.status == 200);
}

BOOST_AUTO_TEST_SUITE_END()
