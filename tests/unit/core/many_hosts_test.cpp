// Crawls over many hosts: one request at a time to each, to as many of them as there is room for.
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <map>
#include <set>

#include "fake_site.hpp"
#include "tagtrail/policy.hpp"
#include "tagtrail/scope.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail {
namespace {

using namespace testing;

constexpr int kHosts = 9;

std::string at_host(int host, int page) {
  return "http://h" + std::to_string(host) + ".test/" + (page == 0 ? "" : std::to_string(page));
}

/// Each host has pages 0 to 11, of which each links to the next three and to a file; page 0 to
/// two other hosts.
FakeSite web() {
  FakeSite site;
  for (int host = 0; host < kHosts; ++host) {
    for (int page = 0; page < 12; ++page) {
      std::vector<LinkObservation> out;
      for (int next = page + 1; next < std::min(12, page + 4); ++next) {
        out.push_back(link(at_host(host, next)));
      }
      const std::string file = at_host(host, 100 + page) + ".csv";
      out.push_back(link(file, "/html/body/ul/li/a"));
      site.file(file);
      for (int other = 2 * host + 1; page == 0 && other <= 2 * host + 2; ++other) {
        out.push_back(link(at_host(other % kHosts, 0), "/html/body/nav/a"));
      }
      site.page(at_host(host, page), out);
    }
  }
  return site;
}

Config over_hosts(const std::string& policy) {
  Config config = config_for(policy);
  config.seed_url = at_host(0, 0);
  config.scope = "web";
  config.in_flight = 64;
  config.per_host = 1;
  return config;
}

std::string host_of(const Request& request) { return std::string(split_url(request.url).host); }

/// All that the engine wants to have out now.
void take_all(Engine& engine, std::vector<Request>& out) {
  for (;;) {
    Decision decision = engine.next();
    const auto* request = std::get_if<Request>(&decision);
    if (request == nullptr) return;
    out.push_back(*request);
  }
}

void answer_one(Engine& engine, const FakeSite& site, std::vector<Request>& out, Random& order) {
  const auto which = static_cast<std::ptrdiff_t>(order.below(out.size()));
  Response response = site.answer(out[static_cast<std::size_t>(which)]);
  response.issued = engine.progress().issued;
  out.erase(out.begin() + which);
  must(engine.deliver(std::move(response)));
}

std::set<std::string> hosts_of(const std::vector<Request>& requests) {
  std::set<std::string> hosts;
  for (const Request& request : requests) hosts.insert(host_of(request));
  return hosts;
}

const auto kAmongHosts =
    boost::unit_test::data::make({"trail", "bfs", "dfs", "random", "anthelion", "ache"});

BOOST_AUTO_TEST_SUITE(many_hosts)

BOOST_DATA_TEST_CASE(no_host_is_asked_twice_at_once_and_none_is_left_idle, kAmongHosts, policy) {
  BOOST_REQUIRE(find_policy(policy)->among_hosts);
  const FakeSite site = web();
  const auto engine = engine_for(over_hosts(policy));
  std::vector<Request> out;
  std::set<std::string> asked;
  Random order(3);
  std::size_t most = 0;
  for (take_all(*engine, out); !out.empty(); take_all(*engine, out)) {
    BOOST_REQUIRE(hosts_of(out).size() == out.size());
    most = std::max(most, out.size());
    for (const Request& request : out) asked.insert(request.url);
    answer_one(*engine, site, out, order);
  }
  BOOST_TEST((finished(*engine) == StopReason::frontier_empty));
  BOOST_TEST(engine->progress().frontier == 0U);
  BOOST_TEST(asked.size() == std::size_t{kHosts} * 24U);
  BOOST_TEST(most == std::size_t{kHosts});
}

/// At any time, whatever could be asked is: another engine that is told what is out would not find
/// a link of a host that rests.
BOOST_DATA_TEST_CASE(a_host_that_has_answered_is_asked_again_at_once, kAmongHosts, policy) {
  const FakeSite site = web();
  const auto engine = engine_for(over_hosts(policy));
  std::vector<Request> out;
  Random order(5);
  // Until all hosts are known and none has run out of links.
  for (int step = 0; step < 60; ++step) {
    take_all(*engine, out);
    answer_one(*engine, site, out, order);
  }
  for (int step = 0; step < 30; ++step) {
    take_all(*engine, out);
    const std::set<std::string> before = hosts_of(out);
    const Request last = out.back();
    Response response = site.answer(last);
    response.issued = engine->progress().issued;
    out.pop_back();
    must(engine->deliver(std::move(response)));
    std::vector<Request> next;
    take_all(*engine, next);
    for (const Request& request : next) {
      BOOST_TEST(!hosts_of(out).contains(host_of(request)));
      out.push_back(request);
    }
    const bool again = hosts_of(next).contains(host_of(last));
    // A page that was the host's last one has nothing more.
    BOOST_TEST((again || engine->progress().frontier < 60U));
  }
}

BOOST_DATA_TEST_CASE(restored_at_any_time_the_crawl_is_the_same, kAmongHosts, policy) {
  const FakeSite site = web();
  Config config = over_hosts(policy);
  config.bounds.host_pages = 8;
  auto engine = engine_for(config);
  const auto from_responses = engine_for(config);
  std::vector<Request> out;
  Random order(4);
  for (take_all(*engine, out); !out.empty(); take_all(*engine, out)) {
    if (order.below(5) == 0) {
      const Bytes bytes = engine->snapshot();
      engine = must(Engine::restore(bytes.data(), bytes.size()));
      BOOST_REQUIRE((engine->snapshot() == bytes));
      std::vector<Request> again;
      take_all(*engine, again);
      BOOST_REQUIRE(again.size() == out.size());
    }
    const auto which = static_cast<std::ptrdiff_t>(order.below(out.size()));
    Response response = site.answer(out[static_cast<std::size_t>(which)]);
    response.issued = engine->progress().issued;
    out.erase(out.begin() + which);
    must(from_responses->deliver(response));
    must(engine->deliver(std::move(response)));
  }
  BOOST_REQUIRE(std::holds_alternative<Finished>(from_responses->next()));
  BOOST_TEST((engine->snapshot() == from_responses->snapshot()));
}

BOOST_DATA_TEST_CASE(of_a_host_as_many_pages_are_read_as_are_wanted, kAmongHosts, policy) {
  const FakeSite site = web();
  Config config = over_hosts(policy);
  config.bounds.host_pages = 5;
  const auto engine = engine_for(config);
  std::vector<Request> out;
  Random order(1);
  std::map<std::string, int> pages;
  for (take_all(*engine, out); !out.empty(); take_all(*engine, out)) {
    for (const Request& request : out) {
      if (!request.url.ends_with(".csv")) pages[request.url];
    }
    answer_one(*engine, site, out, order);
  }
  std::map<std::string, int> of_host;
  for (const auto& [url, count] : pages) ++of_host[std::string(split_url(url).host)];
  for (const auto& [host, count] : of_host) BOOST_TEST(count <= 5, host);
  BOOST_TEST(engine->progress().pages <= std::size_t{kHosts} * 5U);
  BOOST_TEST(engine->progress().pages >= 5U);
  // What is left is not kept quiet about.
  BOOST_TEST(engine->progress().frontier > 0U);
}

/// Memory is bounded, and nothing is said to be all that there is.
BOOST_DATA_TEST_CASE(no_more_urls_are_known_than_wanted, kAmongHosts, policy) {
  const FakeSite site = web();
  Config config = over_hosts(policy);
  config.bounds.urls = 40;
  auto engine = engine_for(config);
  std::vector<Request> out;
  Random order(1);
  std::size_t asked = 0;
  for (take_all(*engine, out); !out.empty(); take_all(*engine, out)) {
    ++asked;
    answer_one(*engine, site, out, order);
    BOOST_TEST(engine->progress().known_urls <= 40U);
    const Bytes bytes = engine->snapshot();
    engine = must(Engine::restore(bytes.data(), bytes.size()));
    out.clear();
  }
  BOOST_TEST(asked > 20U);
  BOOST_TEST(asked <= 40U);
  BOOST_TEST((finished(*engine) == StopReason::frontier_empty));
  BOOST_TEST(engine->progress().frontier > 0U);
}

BOOST_AUTO_TEST_CASE(links_beyond_the_depth_are_left_until_a_shorter_way_leads_there) {
  FakeSite site;
  // The long way to /far is read first.
  site.page("/", links({"/a", "/b"}));
  site.page("/a", links({"/c"}));
  site.page("/c", links({"/far"}));
  site.page("/b", links({"/far"}));
  site.page("/far", links({"/beyond"}));
  Config config = config_for("dfs");
  config.bounds.depth = 2;
  const auto engine = engine_for(config);
  BOOST_TEST(crawl_text(*engine, site) == "/ /b /far /a /c");
  BOOST_TEST(engine->progress().frontier == 1U);
}

BOOST_AUTO_TEST_CASE(a_shorter_way_brings_back_what_was_beyond) {
  FakeSite site;
  site.page("/", links({"/b", "/a"}));
  site.page("/a", links({"/c"}));
  site.page("/c", links({"/far"}));
  site.page("/b", links({"/far"}));
  site.page("/far", {});
  Config config = config_for("dfs");
  config.bounds.depth = 2;
  const auto engine = engine_for(config);
  // /c names it at a depth of three; /b at two.
  BOOST_TEST(crawl_text(*engine, site) == "/ /a /c /b /far");
  BOOST_TEST(engine->progress().frontier == 0U);
}

BOOST_AUTO_TEST_CASE(rules_say_which_urls_are_followed) {
  FakeSite site;
  site.page("/", links({"/data/1", "/data/old/2", "/other"}));
  site.page("/data/1", {});
  Config config = config_for("bfs");
  config.bounds.include = "/data/";
  config.bounds.exclude = "/old/";
  BOOST_TEST(crawl_text(*engine_for(config), site) == "/ /data/1");
  config.bounds.exclude = "(";
  BOOST_TEST(!Engine::create(config).has_value());
}

BOOST_AUTO_TEST_CASE(all_seed_urls_are_starts_each_once) {
  const FakeSite site = web();
  Config config = over_hosts("bfs");
  config.more_seeds =
      at_host(3, 0) + "\n" + at_host(3, 5) + "\n" + at_host(0, 0) + "\n" + at_host(7, 0) + "\n";
  const auto engine = engine_for(config);
  std::vector<Request> out;
  take_all(*engine, out);
  // The second of a host waits for the first.
  BOOST_TEST((hosts_of(out) == std::set<std::string>{"h0.test", "h3.test", "h7.test"}));
  for (const Request& request : out) BOOST_TEST(request.depth == 0U);
  std::set<std::string> asked;
  for (Random order(2); !out.empty(); take_all(*engine, out)) {
    for (const Request& request : out) asked.insert(request.url);
    answer_one(*engine, site, out, order);
  }
  BOOST_TEST(asked.contains(at_host(3, 5)));
  BOOST_TEST(asked.size() == std::size_t{kHosts} * 24U);
  config.more_seeds = "HTTP://Not.canonical";
  BOOST_TEST(!Engine::create(config).has_value());
}

BOOST_AUTO_TEST_CASE(a_scope_takes_in_what_it_would_of_each_seed_url) {
  Config config;
  config.seed_url = "https://www.a.test/x/";
  config.more_seeds = "http://b.test:8080/y/z.html\nhttp://1.2.3.4/";
  const auto in = [&](const char* scope, const char* url) {
    config.scope = scope;
    return must(Scope::of(config)).contains(url);
  };
  BOOST_TEST(in("host", "http://www.a.test/"));
  BOOST_TEST(in("host", "http://b.test:8080/"));
  BOOST_TEST(!in("host", "http://b.test/"));
  BOOST_TEST(in("site", "http://deep.down.a.test/"));
  BOOST_TEST(in("site", "http://c.b.test/"));
  BOOST_TEST(!in("site", "http://ab.test/"));
  BOOST_TEST(!in("site", "http://0.1.2.3.4/"));
  BOOST_TEST(in("prefix", "http://b.test:8080/y/w/1"));
  BOOST_TEST(!in("prefix", "http://b.test:8080/z/"));
  BOOST_TEST(in("page", "http://b.test:8080/y/z.html"));
  BOOST_TEST(!in("page", "http://b.test:8080/y/"));
  BOOST_TEST(in("web", "http://anywhere.test/"));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace tagtrail
