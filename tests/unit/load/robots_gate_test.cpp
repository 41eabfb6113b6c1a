#include "load/robots_gate.hpp"

#include "host_fetch_fixture.hpp"

using namespace tagtrail;
using namespace tagtrail::host;
using namespace tagtrail::host::testing;

namespace {

struct RobotsFixture : HostFetchFixture {
  RobotsFixture() { options.log = &log; }

  RobotsGate::Verdict check(RobotsGate& gate, const std::string& url) {
    std::vector<Async<RobotsGate::Verdict>> tasks;
    tasks.push_back(gate.check(url));
    run(tasks);
    auto verdict = tasks.front().take();
    BOOST_REQUIRE(verdict.has_value());
    return std::move(*verdict);
  }
  bool allows(RobotsGate& gate, const std::string& url) {
    return check(gate, url).error == FetchError::none;
  }

  /// Hours since the start, as far as the gate knows.
  std::chrono::hours later{0};
  RobotsGate::Options options{.first_pause = 1ms,
                              .now = [this] { return SteadyTime(1000h) + later; }};
};

std::string rules(std::string_view text) { return answer("Content-Type: text/plain\r\n", text); }

std::string path_of(const std::string& request) {
  return request.substr(4, request.find(' ', 4) - 4);
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(robots_gate, RobotsFixture)

BOOST_AUTO_TEST_CASE(robots_are_asked_once_for_all) {
  std::atomic<int> asked = 0;
  const TestServer server([&](TestConnection& connection, const std::string& request) {
    if (request.starts_with("GET /robots.txt")) ++asked;
    return connection.send(
        answer("Content-Type: text/plain\r\n", "User-agent: *\nDisallow: /secret\n"));
  });
  make(4);
  RobotsGate robots(*fetch, *politeness, {.log = &log});
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

// A crawl over many hosts meets some whose rules take many times the memory of their text.
BOOST_AUTO_TEST_CASE(what_is_remembered_of_all_origins_is_bounded) {
  std::string text = "User-agent: *\nDisallow: /secret\n";
  for (int i = 0; i < 2000; ++i) text += "Disallow: /*" + std::to_string(i) + "*x\n";
  std::atomic<int> asked = 0;
  const auto serve = [&](TestConnection& connection, const std::string&) {
    ++asked;
    return connection.send(rules(text));
  };
  const TestServer first(serve);
  const TestServer second(serve);
  const auto asks_the_first_again = [&](std::size_t most_bytes) {
    make(1);
    options.most_bytes = most_bytes;
    RobotsGate gate(*fetch, *politeness, options);
    for (const TestServer* server : {&first, &second, &first, &first}) {
      BOOST_TEST(allows(gate, server->url("/")));
      BOOST_TEST(!allows(gate, server->url("/secret")));
      BOOST_TEST(gate.copy(server->url("/robots.txt"))->body == text);
    }
    return asked.exchange(0) == 3;
  };
  BOOST_TEST(!asks_the_first_again(64U << 20U));
  BOOST_TEST(asks_the_first_again(text.size() + 1000));
}

// RFC 9309, 2.3.1.3 and 2.3.1.4.
BOOST_AUTO_TEST_CASE(refusals_of_the_client_allow_and_those_of_the_server_forbid) {
  for (const int status : {400, 401, 403, 404, 410}) {
    const TestServer server([&](TestConnection& connection, const std::string&) {
      return connection.send(answer("", "", status));
    });
    make(1);
    RobotsGate gate(*fetch, *politeness, options);
    BOOST_TEST(allows(gate, server.url("/")), status);
  }
  for (const int status : {429, 500, 502, 503, 504}) {
    const TestServer server([&](TestConnection& connection, const std::string&) {
      return connection.send(answer("Retry-After: 0\r\n", "", status));
    });
    make(1);
    RobotsGate gate(*fetch, *politeness, options);
    const auto verdict = check(gate, server.url("/"));
    BOOST_TEST((verdict.error == FetchError::robots_unreachable), status);
    BOOST_TEST(verdict.text.find(std::to_string(status)) != std::string::npos);
    BOOST_TEST(gate.requests() == 4, status);
    BOOST_TEST(log.robots.back().error == "robots_unreachable");
  }
}

BOOST_AUTO_TEST_CASE(a_server_that_recovers_is_waited_for) {
  std::atomic<int> asked = 0;
  const TestServer server([&](TestConnection& connection, const std::string&) {
    return connection.send(++asked < 4 ? answer("", "", 500)
                                       : rules("User-agent: *\nDisallow: /secret\n"));
  });
  make(1);
  RobotsGate gate(*fetch, *politeness, options);
  BOOST_TEST(allows(gate, server.url("/")));
  BOOST_TEST(!allows(gate, server.url("/secret")));
  BOOST_TEST(asked == 4);
}

BOOST_AUTO_TEST_CASE(what_could_not_be_read_is_asked_for_again_later) {
  std::atomic<int> asked = 0;
  std::atomic<bool> works = false;
  const TestServer server([&](TestConnection& connection, const std::string&) {
    ++asked;
    return connection.send(works ? rules("User-agent: *\nDisallow: /secret\n")
                                 : answer("", "", 500));
  });
  make(1);
  options.ask_again = 1h;
  RobotsGate gate(*fetch, *politeness, options);
  BOOST_TEST(!allows(gate, server.url("/")));
  BOOST_TEST(!allows(gate, server.url("/")));
  BOOST_TEST(asked == 4);
  later = 2h;
  BOOST_TEST(!allows(gate, server.url("/")));
  BOOST_TEST(asked == 5);
  works = true;
  later = 4h;
  BOOST_TEST(allows(gate, server.url("/")));
  BOOST_TEST(!allows(gate, server.url("/secret")));
}

BOOST_AUTO_TEST_CASE(rules_hold_for_a_day_and_outlast_a_failure) {
  std::atomic<int> asked = 0;
  const TestServer server([&](TestConnection& connection, const std::string&) {
    switch (++asked) {
      case 1:
        return connection.send(rules("User-agent: *\nDisallow: /secret\nCrawl-delay: 0.01\n"));
      case 2:
        return connection.send(answer("", "", 500));
      default:
        return connection.send(rules("User-agent: *\nDisallow: /other\n"));
    }
  });
  const std::string host = "127.0.0.1:" + std::to_string(server.port());
  make(1);
  options.ask_again = 1h;
  RobotsGate gate(*fetch, *politeness, options);
  BOOST_TEST(!allows(gate, server.url("/secret")));
  later = 23h;
  BOOST_TEST(!allows(gate, server.url("/secret")));
  BOOST_TEST(asked == 1);
  BOOST_TEST(politeness->delay(host).count() == 10);
  later = 25h;
  BOOST_TEST(!allows(gate, server.url("/secret")));
  BOOST_TEST(allows(gate, server.url("/other")));
  BOOST_TEST(asked == 2);
  BOOST_TEST(log.robots.back().kept);
  BOOST_TEST(politeness->delay(host).count() == 10);
  later = 27h;
  BOOST_TEST(allows(gate, server.url("/secret")));
  BOOST_TEST(!allows(gate, server.url("/other")));
  BOOST_TEST(politeness->delay(host).count() == 0);
}

BOOST_AUTO_TEST_CASE(five_redirects_are_followed) {
  const TestServer server([&](TestConnection& connection, const std::string& request) {
    const std::string path = path_of(request);
    const int hop = path == "/robots.txt" ? 0 : path.back() - '0';
    if (hop == 5) return connection.send(rules("User-agent: *\nDisallow: /\n"));
    return connection.send(answer("Location: /" + std::to_string(hop + 1) + "\r\n", "", 301));
  });
  make(1);
  RobotsGate gate(*fetch, *politeness, options);
  BOOST_TEST(!allows(gate, server.url("/x")));
  BOOST_TEST(gate.requests() == 6);

  const TestServer loop([&](TestConnection& connection, const std::string&) {
    return connection.send(answer("Location: /robots.txt\r\n", "", 302));
  });
  BOOST_TEST(allows(gate, loop.url("/x")));
  BOOST_TEST(gate.requests() == 12);
}

BOOST_AUTO_TEST_CASE(five_hundred_kibibytes_are_read) {
  const TestServer server([&](TestConnection& connection, const std::string&) {
    std::string text = "User-agent: *\n";
    while (text.size() < 499 * 1024) text += "# nothing to be read in this line of the file\n";
    return connection.send(rules(text + "Disallow: /late\n"));
  });
  make(1);
  RobotsGate gate(*fetch, *politeness, options);
  BOOST_TEST(!allows(gate, server.url("/late")));
  BOOST_TEST(log.robots.back().rules == 1);
}

BOOST_AUTO_TEST_CASE(a_long_crawl_delay_is_cut_and_reported) {
  const TestServer server([&](TestConnection& connection, const std::string&) {
    return connection.send(rules("User-agent: *\nCrawl-delay: 86400\n"));
  });
  make(1);
  RobotsGate gate(*fetch, *politeness, options);
  BOOST_TEST(allows(gate, server.url("/")));
  BOOST_TEST(log.robots.back().crawl_delay_ms.value() == 86'400'000);
  BOOST_TEST(log.robots.back().used_delay_ms == 300'000);
}

BOOST_AUTO_TEST_SUITE_END()
