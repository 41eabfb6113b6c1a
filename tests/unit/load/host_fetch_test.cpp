#include "load/host_fetch.hpp"

#include <algorithm>
#include <atomic>
#include <boost/test/unit_test.hpp>
#include <condition_variable>
#include <filesystem>
#include <mutex>
#include <set>

#include "../fetch/test_server.hpp"
#include "../scratch_folder.hpp"
#include "load/robots_gate.hpp"

using namespace tagtrail;
using namespace tagtrail::host;
using namespace std::chrono_literals;
namespace fs = std::filesystem;

namespace {

std::string answer(std::string_view fields, std::string_view body, int status = 200) {
  std::string out = "HTTP/1.1 " + std::to_string(status) + " Word\r\n" + std::string(fields);
  return out + "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + std::string(body);
}

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

class Nobody final : public Attention {
 public:
  std::vector<int> descriptors() override { return {}; }
  void attend() override {}
  bool stopping() const override { return false; }
};

struct Fixture {
  Fixture() {
    setenv("no_proxy", "*", 1);
    setenv("XDG_RUNTIME_DIR", folder.c_str(), 1);
    fs::create_directory(folder / "partial");
  }
  ~Fixture() { unsetenv("XDG_RUNTIME_DIR"); }
  Fixture(const Fixture&) = delete;
  Fixture& operator=(const Fixture&) = delete;

  void make(unsigned connections) {
    PolitenessOptions careless;
    careless.delay = 0ms;
    careless.connections = connections;
    careless.latency_factor = 0;
    careless.first_backoff = 1ms;
    politeness = std::make_unique<Politeness>(careless);
    HostFetch::Options options;
    options.downloader.allow_private = true;
    options.downloader.min_free_disk = 0;
    options.directory = folder / "partial";
    options.rules.wanted = *TargetSet::parse("csv");
    auto created = HostFetch::create(std::move(options), *politeness, attention);
    BOOST_REQUIRE(created.has_value());
    fetch = std::move(*created);
  }

  Async<HostFetch::Fetched> get(const std::string& url) {
    FetchRequest request;
    request.url = url;
    return fetch->fetch(std::move(request), FetchAs::resource);
  }

  /// Starts them all, and drives them to their ends.
  template <typename T>
  void run(std::vector<Task<T>>& tasks) {
    for (auto& task : tasks) task.start();
    while (!std::all_of(tasks.begin(), tasks.end(), [](auto& task) { return task.done(); })) {
      fetch->turn();
    }
  }

  ScratchFolder scratch;
  fs::path folder = scratch.path();
  Nobody attention;
  std::unique_ptr<Politeness> politeness;
  std::unique_ptr<HostFetch> fetch;
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(host_fetch, Fixture)

BOOST_AUTO_TEST_CASE(as_many_at_once_as_there_are_connections) {
  Gate gate(4);
  const TestServer server([&](TestConnection& connection, const std::string& request) {
    gate.enter();
    gate.leave();
    return connection.send(
        answer("Content-Type: text/html\r\n", request.substr(4, request.find(' ', 4) - 4)));
  });
  make(4);
  std::vector<Async<HostFetch::Fetched>> tasks;
  for (int i = 0; i < 12; ++i) tasks.push_back(get(server.url("/" + std::to_string(i))));
  run(tasks);
  BOOST_TEST(gate.opened());
  BOOST_TEST(gate.most() == 4);
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    const auto fetched = tasks[i].take();
    BOOST_REQUIRE(fetched.has_value());
    BOOST_TEST(fetched->result.body == "/" + std::to_string(i));
    BOOST_TEST(fetched->attempts == 1);
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
  std::vector<Async<HostFetch::Fetched>> tasks;
  for (int i = 0; i < 3; ++i) tasks.push_back(get(server.url("/" + std::to_string(i))));
  run(tasks);
  for (auto& task : tasks) {
    const auto fetched = task.take();
    BOOST_TEST(fetched->result.head.status == 200);
    BOOST_TEST(fetched->attempts == 2);
  }
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
    std::vector<Async<HostFetch::Fetched>> tasks;
    for (int i = 0; i < 5; ++i) tasks.push_back(get(server.url("/" + std::to_string(i))));
    for (auto& task : tasks) task.start();
    while (files() < 2) fetch->turn();
  }
  fetch->cancel_all();
  BOOST_TEST(files() == 0);
  std::vector<Async<HostFetch::Fetched>> tasks;
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
  std::vector<Async<HostFetch::Fetched>> tasks;
  tasks.push_back(get(server.url("/")));
  tasks.front().start();
  for (int i = 0; i < 3; ++i) fetch->turn(1ms);
  BOOST_TEST(!tasks.front().done());
  BOOST_TEST(server.connections() == 0);
  fetch->permits().hold(false);
  while (!tasks.front().done()) fetch->turn();
  BOOST_TEST(tasks.front().take()->result.head.status == 200);
}

BOOST_AUTO_TEST_CASE(robots_are_asked_once_for_all) {
  std::atomic<int> asked = 0;
  const TestServer server([&](TestConnection& connection, const std::string& request) {
    if (request.starts_with("GET /robots.txt")) ++asked;
    return connection.send(
        answer("Content-Type: text/plain\r\n", "User-agent: *\nDisallow: /secret\n"));
  });
  make(4);
  RobotsGate robots(*fetch, *politeness, true);
  const std::vector<std::string> urls = {server.url("/a"), server.url("/secret/b"),
                                         server.url("/c"), server.url("/secret")};
  std::vector<Async<RobotsGate::Verdict>> tasks;
  for (const std::string& url : urls) tasks.push_back(robots.check(url));
  run(tasks);
  BOOST_TEST(asked == 1);
  BOOST_TEST(robots.requests() == 1);
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    const auto verdict = tasks[i].take();
    BOOST_TEST(((verdict->error == FetchError::none) == (i % 2 == 0)), urls[i]);
  }
}

BOOST_AUTO_TEST_SUITE_END()
