// A HostFetch in a temporary folder, without manners unless asked for.
#pragma once

#include <algorithm>
#include <atomic>
#include <boost/test/unit_test.hpp>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "../fetch/test_server.hpp"
#include "../scratch_folder.hpp"
#include "load/host_fetch.hpp"

namespace tagtrail::host::testing {

using namespace std::chrono_literals;
namespace fs = std::filesystem;

inline std::string answer(std::string_view fields, std::string_view body, int status = 200) {
  std::string out = "HTTP/1.1 " + std::to_string(status) + " Word\r\n" + std::string(fields);
  return out + "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + std::string(body);
}

class Nobody final : public Attention {
 public:
  std::vector<int> descriptors() override { return {}; }
  void attend() override {}
};

struct KeptLog final : PolitenessLog {
  void add_attempt(Attempt attempt) override { attempts.push_back(std::move(attempt)); }
  void add_robots(RobotsFacts facts) override { robots.push_back(std::move(facts)); }

  std::vector<Attempt> attempts;
  std::vector<RobotsFacts> robots;
};

struct HostFetchFixture {
  HostFetchFixture() {
    setenv("no_proxy", "*", 1);
    setenv("XDG_RUNTIME_DIR", folder.c_str(), 1);
    fs::create_directory(folder / "partial");
  }
  ~HostFetchFixture() { unsetenv("XDG_RUNTIME_DIR"); }
  HostFetchFixture(const HostFetchFixture&) = delete;
  HostFetchFixture& operator=(const HostFetchFixture&) = delete;

  void make(unsigned connections, Milliseconds delay = 0ms) {
    PolitenessOptions careless;
    careless.delay = delay;
    careless.connections = connections;
    careless.latency_factor = 0;
    careless.first_backoff = 1ms;
    politeness = std::make_unique<Politeness>(careless);
    HostFetch::Options options;
    options.downloader.allow_private = true;
    options.downloader.min_free_disk = 0;
    options.directory = folder / "partial";
    options.log = &log;
    options.rules.wanted = *TargetSet::parse("csv");
    options.patience.window = window;
    auto created = HostFetch::create(std::move(options), *politeness, attention);
    BOOST_REQUIRE(created.has_value());
    fetch = std::move(*created);
  }

  Async<Fetched> get(const std::string& url) {
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
  KeptLog log;
  Milliseconds window = PatienceOptions{}.window;  ///< in which a transfer may be slow
  std::unique_ptr<Politeness> politeness;
  std::unique_ptr<HostFetch> fetch;
};

}  // namespace tagtrail::host::testing
