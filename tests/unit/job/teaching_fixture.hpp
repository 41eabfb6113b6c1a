// A site of two groups of pages, and a job that runs on it.
#pragma once

#include <boost/test/unit_test.hpp>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <set>

#include "../fetch/test_server.hpp"
#include "../scratch_folder.hpp"
#include "job/runner.hpp"
#include "store/job_store.hpp"

namespace tagtrail::host {

inline constexpr int kPagesOfAGroup = 8;
inline constexpr const char* kGoodPath = "/html/body/ul.good/li/a";
inline constexpr const char* kDullPath = "/html/body/ul.dull/li/a";

struct TeachingFixture {
  static std::string answer(std::string_view type, const std::string& body) {
    return "HTTP/1.1 200 OK\r\nContent-Type: " + std::string(type) +
           "\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
  }
  static std::string list(const std::string& name) {
    std::string html = "<ul class='" + name + "'>";
    for (int i = 0; i < kPagesOfAGroup; ++i) {
      const std::string page = name + "/" + std::to_string(i);
      html += "<li><a href='/" + page + "'>" + page + "</a></li>";
    }
    return html + "</ul>";
  }
  bool serve(TestConnection& connection, const std::string& request) {
    const std::string path = request.substr(4, request.find(' ', 4) - 4);
    {
      const std::lock_guard lock(mutex);
      ++asked[path];
    }
    if (path == "/") {
      return connection.send(
          answer("text/html", "<html><body>" + list("good") + list("dull") + "</body></html>"));
    }
    if (path.ends_with(".csv")) return connection.send(answer("text/csv", "a,b\n" + path + "\n"));
    if (path.starts_with("/good/") || path.starts_with("/dull/")) {
      return connection.send(answer(
          "text/html", "<html><body><p><a href='" + path + ".csv'>data</a></p></body></html>"));
    }
    return connection.send("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n");
  }

  JobRunner::Setup setup(const std::string& name) const {
    JobRunner::Setup setup;
    setup.dir = dir / name;
    setup.config.seed_url = server.url("/");
    setup.config.policy = "bfs";
    setup.named = {"seedUrl", "policy"};
    setup.options.delay = std::chrono::milliseconds(0);
    setup.options.allow_private = true;
    return setup;
  }
  static std::unique_ptr<JobRunner> open(JobRunner::Setup setup) {
    auto runner = JobRunner::open(std::move(setup));
    BOOST_REQUIRE_MESSAGE(runner.has_value(), (runner ? "" : runner.error().message));
    return std::move(*runner);
  }
  std::unique_ptr<JobStore> store(const std::string& name) const {
    auto opened = JobStore::open(dir / name);
    BOOST_REQUIRE(opened);
    return std::move(*opened);
  }
  /// Request ids and addresses in the order of record.
  std::vector<std::string> record(const std::string& name) const {
    std::vector<std::string> urls;
    const auto replayed = store(name)->replay(0, [&](const Bytes& bytes) -> Expected<void> {
      const auto response = decode_response(bytes.data(), bytes.size());
      if (!response) return tl::unexpected(response.error());
      urls.push_back(std::to_string(response->request_id) + " " + response->final_url);
      return {};
    });
    BOOST_REQUIRE(replayed);
    return urls;
  }
  /// Pages of the group that were asked for.
  int pages_asked(const std::string& group) {
    const std::lock_guard lock(mutex);
    int pages = 0;
    for (const auto& [path, times] : asked) {
      if (path.starts_with("/" + group + "/") && !path.ends_with(".csv")) ++pages;
    }
    return pages;
  }
  void nothing_was_asked_for_twice() {
    const std::lock_guard lock(mutex);
    for (const auto& [path, times] : asked) {
      if (path != "/robots.txt") BOOST_TEST(times == 1, path);
    }
  }

  ScratchFolder scratch;
  std::filesystem::path dir = scratch.path();
  std::mutex mutex;
  std::map<std::string, int> asked;
  TestServer server{[this](TestConnection& connection, const std::string& request) {
    return serve(connection, request);
  }};
};

inline Feedback word_about(Word word, const char* tag_path) {
  Feedback feedback;
  feedback.word = word;
  feedback.tag_path = tag_path;
  return feedback;
}

}  // namespace tagtrail::host
