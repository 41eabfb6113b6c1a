// Tabs, fetches by the browser and the host's own requests are made under the same permits, and
// what they are answered binds them all.
#include <deque>

#include "host_fetch_fixture.hpp"
#include "load/session_fetch.hpp"
#include "load/tab_loader.hpp"

using namespace tagtrail;
using namespace tagtrail::host;
using namespace tagtrail::host::testing;

namespace {

/// An extension that answers at once, in the order in which it was told to.
class FakeExtension final : public Channel {
 public:
  int fd() const override { return -1; }
  bool connected() const override { return true; }
  void pump() override {}
  Expected<Json> call(std::string_view, Json, std::chrono::milliseconds, const GoOn&) override {
    return Json::object();
  }
  void notice(std::string_view, Json) override {}
  void call_async(std::string_view name, Json fields,
                  std::function<void(Expected<Json>)> done) override {
    // Numbers are unsigned only after a parser has read them.
    fields = Json::parse(fields.dump());
    if (name != "tab.load" && name != "fetch.load") return;
    BOOST_REQUIRE(!answers.empty());
    Json answer = Json::parse(answers.front().dump());
    answers.pop_front();
    if (name == "fetch.load" && session != nullptr) {
      Json head = answer;
      head["load"] = fields["load"];
      head["url"] = fields["url"];
      BOOST_REQUIRE(session->serve("fetch.head", head).has_value());
    }
    done(std::move(answer));
  }

  std::deque<Json> answers;
  SessionFetch* session = nullptr;
};

Json tab_answer(int status, const char* retry_after = "") {
  return {{"status", status}, {"mime", "text/html"}, {"retryAfter", retry_after}, {"hops", {}}};
}

Json fetch_answer(int status, const char* retry_after = "") {
  return {{"status", status}, {"contentType", "text/plain"}, {"disposition", ""},
          {"length", 0},      {"retryAfter", retry_after},   {"bodyBytes", 0},
          {"hops", {}}};
}

struct BrowserFixture : HostFetchFixture {
  void make_all(Milliseconds delay = 0ms) {
    make(1, delay);
    const auto channel = [this] { return &extension; };
    TabLoader::Options tab_options;
    tab_options.allow_private = true;
    tabs = std::make_unique<TabLoader>(tab_options, channel, fetch->permits(), fetch->waits());
    SessionFetch::Options session_options;
    session_options.directory = folder / "partial";
    session_options.rules.body.wanted = *TargetSet::parse("csv");
    session_options.rules.scope = *Scope::parse("host", "http://127.0.0.1/");
    session_options.rules.allow_private = true;
    session = std::make_unique<SessionFetch>(std::move(session_options), channel, fetch->permits(),
                                             fetch->waits());
    extension.session = session.get();
  }
  Loaded by_tab(const std::string& url) {
    Request request;
    request.url = url;
    std::vector<Async<Loaded>> tasks;
    tasks.push_back(tabs->load(request));
    run(tasks);
    auto loaded = tasks.front().take();
    BOOST_REQUIRE(loaded.has_value());
    return std::move(*loaded);
  }
  Async<Fetched> by_browser(const std::string& url) {
    FetchRequest request;
    request.url = url;
    return session->fetch(std::move(request), FetchAs::resource);
  }
  std::vector<std::pair<Via, int>> recorded() const {
    std::vector<std::pair<Via, int>> all;
    for (const Attempt& attempt : log.attempts) all.emplace_back(attempt.via, attempt.status);
    return all;
  }

  FakeExtension extension;
  std::unique_ptr<TabLoader> tabs;
  std::unique_ptr<SessionFetch> session;
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(browser_permits, BrowserFixture)

BOOST_AUTO_TEST_CASE(a_tab_that_is_refused_asks_again) {
  make_all();
  Json moved = tab_answer(200);
  moved["hops"] = {{{"url", "http://127.0.0.1:1/old"}, {"status", 301}}};
  extension.answers = {tab_answer(503, "0"), moved};
  const Loaded loaded = by_tab("http://127.0.0.1:1/");
  BOOST_TEST(loaded.response.status == 200);
  BOOST_TEST(loaded.response.requests == 3);
  BOOST_TEST((recorded() == std::vector<std::pair<Via, int>>{{Via::tab, 503}, {Via::tab, 200}}));
  BOOST_TEST(log.attempts.front().retry_after_ms.value() == 0);
}

BOOST_AUTO_TEST_CASE(a_tab_does_not_ask_for_ever) {
  make_all();
  for (int i = 0; i < 4; ++i) extension.answers.push_back(tab_answer(429, "0"));
  const Loaded loaded = by_tab("http://127.0.0.1:1/");
  BOOST_TEST(loaded.response.status == 429);
  BOOST_TEST(loaded.response.requests == 4);
}

BOOST_AUTO_TEST_CASE(what_a_tab_is_told_binds_the_host) {
  const TestServer server([](TestConnection& connection, const std::string&) {
    return connection.send(answer("Content-Type: text/html\r\n", "x"));
  });
  make_all();
  extension.answers = {tab_answer(429, "7200")};
  const Loaded loaded = by_tab(server.url("/"));
  BOOST_TEST((loaded.response.error == FetchError::rate_limited));
  BOOST_TEST(loaded.response.requests == 1);
  std::vector<Async<Fetched>> tasks;
  tasks.push_back(get(server.url("/")));
  tasks.push_back(by_browser(server.url("/")));
  run(tasks);
  for (auto& task : tasks) {
    BOOST_TEST((task.take()->result.error == FetchError::rate_limited));
  }
  BOOST_TEST(server.connections() == 0);
}

BOOST_AUTO_TEST_CASE(a_fetch_by_the_browser_that_is_refused_asks_again) {
  make_all();
  extension.answers = {fetch_answer(503, "0"), fetch_answer(200)};
  std::vector<Async<Fetched>> tasks;
  tasks.push_back(by_browser("http://127.0.0.1:1/a"));
  run(tasks);
  const auto fetched = tasks.front().take();
  BOOST_REQUIRE(fetched.has_value());
  BOOST_TEST(fetched->result.head.status == 200);
  BOOST_TEST(fetched->requests == 2);
  const std::vector<std::pair<Via, int>> wanted{{Via::browser, 503}, {Via::browser, 200}};
  BOOST_TEST((recorded() == wanted));
}

BOOST_AUTO_TEST_CASE(hops_of_a_try_that_was_refused_count_as_requests) {
  make_all();
  Json refused = fetch_answer(503, "0");
  refused["hops"] = {{{"url", "http://127.0.0.1:1/old"}, {"status", 301}}};
  extension.answers = {refused, fetch_answer(200)};
  std::vector<Async<Fetched>> tasks;
  tasks.push_back(by_browser("http://127.0.0.1:1/a"));
  run(tasks);
  BOOST_TEST(tasks.front().take()->requests == 3);
}

BOOST_AUTO_TEST_CASE(whoever_asks_waits_for_the_others) {
  const TestServer server([](TestConnection& connection, const std::string&) {
    return connection.send(answer("Content-Type: text/html\r\n", "x"));
  });
  make_all(30ms);
  extension.answers = {fetch_answer(200), fetch_answer(200)};
  std::vector<Async<Fetched>> tasks;
  for (int i = 0; i < 2; ++i) {
    tasks.push_back(get(server.url("/")));
    tasks.push_back(by_browser(server.url("/")));
  }
  run(tasks);
  extension.answers = {tab_answer(200)};
  BOOST_TEST(by_tab(server.url("/")).response.status == 200);
  BOOST_REQUIRE(log.attempts.size() == 5);
  for (std::size_t i = 1; i < log.attempts.size(); ++i) {
    BOOST_TEST(log.attempts[i].started_us - log.attempts[i - 1].ended_us >= 30'000);
  }
}

BOOST_AUTO_TEST_SUITE_END()
