// Failures that may pass are met again when all else is done.
#include <boost/test/unit_test.hpp>
#include <set>

#include "fake_site.hpp"
#include "tagtrail/engine.hpp"
#include "tagtrail/policy.hpp"

using namespace tagtrail;
using namespace tagtrail::testing;

namespace {

Config patient(const std::string& policy) {
  Config config = config_for(policy);
  config.second_tries = true;
  return config;
}

Response failing(std::uint16_t status, FetchError error = FetchError::none) {
  Response response;
  response.status = status;
  response.error = error;
  return response;
}

/// What is asked for, in order, of a site where the first answers to some paths are others; each
/// step by an engine restored from the one before when `restored`.
std::string crawl_of(const Config& config, FakeSite& site,
                     std::multimap<std::string, Response> first, bool restored = false) {
  auto engine = engine_for(config, &site);
  std::string asked;
  for (int step = 0; step < 10'000; ++step) {
    if (restored) {
      const Bytes bytes = engine->snapshot();
      engine = must(Engine::restore(bytes.data(), bytes.size(), &site));
    }
    const Decision decision = engine->next();
    const auto* request = std::get_if<Request>(&decision);
    if (request == nullptr) return asked;
    const std::string path = request->url.substr(std::string(FakeSite::kRoot).size());
    asked += (asked.empty() ? "" : " ") + path;
    Response response = site.answer(*request);
    if (const auto found = first.find(path); found != first.end()) {
      const Response good = response;
      response = found->second;
      response.request_id = good.request_id;
      response.issued = good.issued;
      response.final_url = good.final_url;
      first.erase(found);
    }
    BOOST_REQUIRE(engine->deliver(std::move(response)));
  }
  return asked;
}

FakeSite small_site() {
  FakeSite site;
  site.page("/", links({"/a", "/b.csv", "/c"}));
  site.page("/a", links({"/d.csv"}));
  site.file("/b.csv");
  site.page("/c", {});
  site.file("/d.csv");
  return site;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(engine_second_tries)

BOOST_AUTO_TEST_CASE(they_come_last_in_the_order_of_the_failures_and_lead_on) {
  FakeSite site = small_site();
  BOOST_TEST(crawl_of(patient("bfs"), site,
                      {{"/b.csv", failing(503)}, {"/a", failing(0, FetchError::network)}}) ==
             "/ /a /b.csv /c /a /d.csv /b.csv");
}

BOOST_AUTO_TEST_CASE(what_will_not_pass_is_not_asked_for_again) {
  FakeSite site = small_site();
  for (const Response& response :
       {failing(404), failing(410), failing(403), failing(501), failing(0, FetchError::robots),
        failing(0, FetchError::refused_address), failing(0, FetchError::too_large),
        failing(0, FetchError::tls)}) {
    BOOST_TEST(crawl_of(patient("bfs"), site, {{"/a", response}}) == "/ /a /b.csv /c");
  }
}

BOOST_AUTO_TEST_CASE(errors_of_servers_are_tried_in_rounds_and_broken_connections_once_more) {
  FakeSite site = small_site();
  site.set("/b.csv", failing(500));
  site.set("/c", failing(0, FetchError::network));
  BOOST_TEST(crawl_of(patient("bfs"), site, {}) ==
             "/ /a /b.csv /c /d.csv /b.csv /c /b.csv /b.csv /b.csv");
}

std::size_t times(const std::string& asked, const std::string& path) {
  std::size_t found = 0;
  for (std::size_t at = asked.find(path); at != std::string::npos; at = asked.find(path, at + 1)) {
    ++found;
  }
  return found;
}

// Portals make exports of large tables when somebody asks, and answer 202 until they are there.
BOOST_AUTO_TEST_CASE(what_is_in_the_making_is_asked_for_in_rounds_once_some_has_come) {
  FakeSite site;
  std::vector<std::string> files;
  for (char name = 'a'; name <= 'o'; ++name) files.push_back(std::string("/") + name + ".csv");
  site.page("/", links(files));
  std::multimap<std::string, Response> making;
  for (const std::string& file : files) {
    site.file(file);
    for (int i = 0; i < 3; ++i) making.emplace(file, failing(202));
  }
  for (const bool restored : {false, true}) {
    const std::string asked = crawl_of(patient("bfs"), site, making, restored);
    for (const std::string& file : files) BOOST_TEST(times(asked, file) == 4U, file);
  }
  // Where nothing ever comes, ten are tried in earnest, the others once more.
  for (const std::string& file : files) site.set(file, failing(202));
  const std::string asked = crawl_of(patient("bfs"), site, {});
  BOOST_TEST(times(asked, "/a.csv") == 7U);
  BOOST_TEST(times(asked, "/o.csv") == 2U);
  BOOST_TEST(times(asked, ".csv") == 10U * 7 + 5 * 2);
}

// The loader has waited for as long as the server said, five times.
BOOST_AUTO_TEST_CASE(what_was_waited_for_in_vain_is_asked_for_once_more) {
  FakeSite site;
  site.page("/", links({"/a.csv", "/b.csv", "/c.csv", "/d.csv"}));
  Response waited = failing(202);
  waited.requests = 6;
  std::multimap<std::string, Response> making;
  for (const char* file : {"/a.csv", "/b.csv", "/c.csv"}) {
    site.file(file);
    for (int i = 0; i < 9; ++i) making.emplace(file, waited);
  }
  site.set("/d.csv", failing(202));
  BOOST_TEST(crawl_of(patient("bfs"), site, making) ==
             "/ /a.csv /b.csv /c.csv /d.csv /a.csv /b.csv /c.csv /d.csv");
}

BOOST_AUTO_TEST_CASE(what_others_ask_now_comes_last_however_often) {
  FakeSite site = small_site();
  site.set("/b.csv", failing(500));
  Config config = patient("bfs");
  auto engine = engine_for(config, &site);
  std::string asked;
  for (int times = 0; times < 30;) {
    const Decision decision = engine->next();
    const auto* request = std::get_if<Request>(&decision);
    BOOST_REQUIRE(request != nullptr);
    Response response = site.answer(*request);
    const bool taken = request->url.ends_with("/d.csv") && ++times < 30;
    if (taken) response.error = FetchError::host_taken;
    asked += taken ? "d" : request->url.ends_with("/b.csv") ? "b" : "";
    BOOST_REQUIRE(engine->deliver(std::move(response)));
  }
  BOOST_TEST(asked == "bdbdbdbdb" + std::string(25, 'd'));
  BOOST_TEST(std::holds_alternative<Finished>(engine->next()));
  BOOST_TEST(engine->progress().targets == 1U);
}

BOOST_AUTO_TEST_CASE(without_the_setting_there_are_none) {
  FakeSite site = small_site();
  BOOST_TEST(crawl_of(config_for("bfs"), site, {{"/a", failing(503)}}) == "/ /a /b.csv /c");
}

BOOST_AUTO_TEST_CASE(every_policy_goes_on_the_same_from_a_snapshot) {
  for (const PolicyInfo& policy : policies()) {
    if (policy.needs_oracle) continue;
    FakeSite site = random_site(7, 30);
    std::multimap<std::string, Response> first;
    std::set<std::string> all;
    const std::string quiet = crawl_of(patient(std::string(policy.name)), site, {});
    std::string path;
    int n = 0;
    for (const char c : quiet + " ") {
      if (c != ' ') {
        path += c;
        continue;
      }
      if (path != "/" && n++ % 3 == 0)
        first.emplace(path, failing(n % 2 == 0 ? 503 : 0,
                                    n % 2 == 0 ? FetchError::none : FetchError::network));
      path.clear();
    }
    const Config config = patient(std::string(policy.name));
    BOOST_TEST(crawl_of(config, site, first) == crawl_of(config, site, first, true), policy.name);
  }
}

BOOST_AUTO_TEST_SUITE_END()
