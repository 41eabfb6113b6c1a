// Proxies: how they are written, which one a URL takes, and what is said when one does not work.
#include <cstdlib>
#include <mutex>

#include "downloader_fixture.hpp"
#include "fetch/proxies.hpp"

using namespace downloader_test;

namespace {

/// Nothing but what a test sets.
struct Environment {
  static constexpr auto kNames =
      std::to_array<const char*>({"http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy",
                                  "ALL_PROXY", "no_proxy", "NO_PROXY"});
  Environment() {
    for (const char* name : kNames) unsetenv(name);
  }
  ~Environment() {
    for (const char* name : kNames) unsetenv(name);
  }
  Environment(const Environment&) = delete;
  Environment& operator=(const Environment&) = delete;
};

/// A proxy for plain HTTP that answers everything itself, and keeps what it was asked.
struct SmallProxy {
  explicit SmallProxy(std::string text)
      : server([this, text = std::move(text)](TestConnection& connection, const std::string& head) {
          const std::lock_guard lock(mutex);
          asked += head;
          return connection.send(text);
        }) {}
  Proxies proxies(const std::string& login = {}) const {
    return Proxies(*parse_proxy("http://" + login + "127.0.0.1:" + std::to_string(server.port())));
  }
  std::string heads() {
    const std::lock_guard lock(mutex);
    return asked;
  }
  std::mutex mutex;
  std::string asked;
  TestServer server;
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(proxy, Fixture)

BOOST_AUTO_TEST_CASE(how_proxies_are_written) {
  const auto plain = parse_proxy("Proxy.Example.org:3128");
  BOOST_REQUIRE(plain.has_value());
  BOOST_TEST(plain->address() == "http://proxy.example.org:3128");
  BOOST_TEST(!plain->has_login());
  const auto socks = parse_proxy("socks5h://a%40b:p%3Aq@[::1]:1080/");
  BOOST_REQUIRE(socks.has_value());
  BOOST_TEST(socks->address() == "socks5://[::1]:1080");
  BOOST_TEST(socks->user == "a@b");
  BOOST_TEST(socks->password == "p:q");
  BOOST_TEST(parse_proxy("https://p:443")->address() == "https://p:443");
}

BOOST_AUTO_TEST_CASE(what_is_no_proxy_is_refused_without_quoting_a_login) {
  for (const char* text :
       {"", "socks4://h:1", "ftp://u:sesame@h:1", "http://u:sesame@h", "http://u:sesame@h:0",
        "http://u:sesame@h:99999", "http://u:sesame@h:1/path", "http://u:sesame@h:1?q",
        "http://:sesame@h:1", "http://a%3Ab:sesame@h:1", "http://u:sesame%0d%0aX@h:1",
        "http://u:sesame@ h:1", "//u:sesame@h:1"}) {
    const auto proxy = parse_proxy(text);
    BOOST_REQUIRE_MESSAGE(!proxy.has_value(), text);
    BOOST_TEST(proxy.error().message.find("sesame") == std::string::npos, proxy.error().message);
  }
  BOOST_TEST(!parse_proxy("http://" + std::string(256, 'u') + ":p@h:1").has_value());
}

BOOST_AUTO_TEST_CASE(a_login_that_comes_apart) {
  Proxy proxy = *parse_proxy("http://h:1");
  BOOST_REQUIRE(set_login(proxy, "name:pass:word").has_value());
  BOOST_TEST(proxy.user == "name");
  BOOST_TEST(proxy.password == "pass:word");
  BOOST_TEST(!set_login(proxy, ":x").has_value());
  BOOST_TEST(!set_login(proxy, "a:\n").has_value());
}

BOOST_AUTO_TEST_CASE(who_is_loaded_directly) {
  for (const auto& [entry, host] : {std::pair{"*", "a.example"},
                                    {"a.example", "a.example"},
                                    {"a.example", "b.a.example"},
                                    {".a.example", "a.example"},
                                    {"a.example.", "a.example"},
                                    {"10.1.2.3", "10.1.2.3"},
                                    {"10.0.0.0/8", "10.255.0.1"},
                                    {"::1", "[::1]"},
                                    {"[::1]", "[::1]"},
                                    {"fd00::/8", "[fd12::1]"}}) {
    BOOST_TEST(bypass_matches(entry, host), entry << " and " << host);
  }
  for (const auto& [entry, host] : {std::pair{"a.example", "xa.example"},
                                    {"", "a.example"},
                                    {"example", "a.example.org"},
                                    {"10.0.0.0/8", "11.0.0.1"},
                                    {"10.0.0.0/33", "10.0.0.1"},
                                    {"10.0.0.0/x", "10.0.0.1"},
                                    {"0.0.0.1", "10.0.0.1"},
                                    {"fd00::/8", "10.0.0.1"}}) {
    BOOST_TEST(!bypass_matches(entry, host), entry << " and " << host);
  }
}

BOOST_AUTO_TEST_CASE(what_the_environment_names) {
  const Environment environment;
  BOOST_TEST(!Proxies::from_environment()->any());
  setenv("all_proxy", "socks5://s:1080", 1);
  setenv("http_proxy", "http://user:sesame@h:3128", 1);
  setenv("NO_PROXY", "direct.example, 10.0.0.0/8", 1);
  const auto proxies = Proxies::from_environment();
  BOOST_REQUIRE(proxies.has_value());
  BOOST_TEST(proxies->for_url("http://a.example/")->address() == "http://h:3128");
  BOOST_TEST(proxies->for_url("https://a.example/")->address() == "socks5://s:1080");
  for (const char* url : {"http://direct.example/", "https://www.direct.example/",
                          "http://10.1.1.1/", "http://localhost/", "http://127.0.0.9:80/"}) {
    BOOST_TEST((proxies->for_url(url) == nullptr), url);
  }
  BOOST_TEST(proxies->description().find("sesame") == std::string::npos);
  BOOST_TEST(proxies->description().find("with a login") != std::string::npos);
  setenv("no_proxy", "*", 1);
  BOOST_TEST(!Proxies::from_environment()->any());
  unsetenv("no_proxy");
  setenv("https_proxy", "socks4://u:sesame@h:1", 1);
  const auto wrong = Proxies::from_environment();
  BOOST_REQUIRE(!wrong.has_value());
  BOOST_TEST(wrong.error().message.find("https_proxy") != std::string::npos);
  BOOST_TEST(wrong.error().message.find("sesame") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_proxy_looks_up_the_site_and_gets_the_login) {
  SmallProxy small(answer("Content-Type: text/html\r\n", "page"));
  options.proxies = small.proxies("user:sesame@");
  options.allow_private = false;
  const auto one = downloader();
  one->start(request("http://nowhere.example/x"));
  const FetchResult result = wait(*one);
  BOOST_TEST((result.error == FetchError::none), result.error_text);
  BOOST_TEST(result.body == "page");
  BOOST_TEST(small.heads().starts_with("GET http://nowhere.example/x HTTP/1.1\r\n"));
  BOOST_TEST(small.heads().find("Proxy-Authorization: Basic dXNlcjpzZXNhbWU=\r\n") !=
             std::string::npos);
}

BOOST_AUTO_TEST_CASE(the_environment_is_not_asked_behind_our_back) {
  const Environment environment;
  SmallProxy small(answer("", "from the proxy"));
  setenv("http_proxy", small.proxies().http()->address().c_str(), 1);
  const TestServer server(say(answer("Content-Type: text/html\r\n", "direct")));
  BOOST_TEST(fetch(server).body == "direct");
  BOOST_TEST(small.server.connections() == 0);
}

BOOST_AUTO_TEST_CASE(private_names_and_addresses_are_refused_through_a_proxy_too) {
  SmallProxy small(answer("", "secret"));
  options.proxies = small.proxies();
  options.allow_private = false;
  const auto one = downloader();
  for (const char* url :
       {"http://127.0.0.1/", "http://[::1]/", "http://169.254.169.254/latest/meta-data/",
        "http://localhost/", "http://x.localhost./", "http://intranet/", "http://printer.local/",
        "https://metadata.google.internal/"}) {
    one->start(request(url));
    BOOST_TEST((wait(*one).error == FetchError::refused_address), url);
  }
  BOOST_TEST(small.server.connections() == 0);
}

BOOST_AUTO_TEST_CASE(a_login_that_is_asked_for_or_refused_is_named) {
  SmallProxy small(answer("Proxy-Authenticate: Basic\r\n", "no", 407));
  options.proxies = small.proxies();
  for (const char* url : {"http://site.example/", "https://site.example/"}) {
    const auto one = downloader();
    one->start(request(url));
    const FetchResult result = wait(*one);
    BOOST_TEST((result.error == FetchError::network));
    BOOST_TEST(result.proxy_failed);
    BOOST_TEST(result.error_text.find("asks for a login") != std::string::npos, result.error_text);
  }
  options.proxies = small.proxies("user:sesame@");
  const auto one = downloader();
  one->start(request("http://site.example/"));
  const FetchResult result = wait(*one);
  BOOST_TEST(result.proxy_failed);
  BOOST_TEST(result.error_text.find("refuses the login") != std::string::npos, result.error_text);
  BOOST_TEST(result.error_text.find("sesame") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_site_can_not_pretend_that_the_proxy_fails) {
  std::atomic<int> asked = 0;
  const TestServer server([&](TestConnection& connection, const std::string&) {
    return connection.send(++asked == 1 ? answer("Content-Type: text/html\r\n", "page")
                                        : answer("Proxy-Authenticate: Basic\r\n", "no", 407));
  });
  options.proxies = Proxies(*parse_proxy("127.0.0.1:" + std::to_string(server.port())));
  const auto one = downloader();
  one->start(request("http://site.example/"));
  BOOST_TEST((wait(*one).error == FetchError::none));
  one->start(request("http://site.example/"));
  const FetchResult result = wait(*one);
  BOOST_TEST((result.error == FetchError::network));
  BOOST_TEST(!result.proxy_failed);
}

BOOST_AUTO_TEST_CASE(a_proxy_that_is_not_there) {
  int port = 0;
  {
    const TestServer gone(say(""));
    port = gone.port();
  }
  for (const char* scheme : {"http", "socks5"}) {
    options.proxies =
        Proxies(*parse_proxy(std::string(scheme) + "://127.0.0.1:" + std::to_string(port)));
    const auto one = downloader();
    one->start(request("http://site.example/"));
    const FetchResult result = wait(*one);
    BOOST_TEST(result.proxy_failed, result.error_text);
    BOOST_TEST(result.error_text.find("takes no connection") != std::string::npos);
  }
}

BOOST_AUTO_TEST_CASE(a_site_that_the_proxy_does_not_reach_is_its_own_trouble) {
  SmallProxy small(answer("", "", 502));
  options.proxies = small.proxies();
  const auto one = downloader();
  one->start(request("https://site.example/"));
  const FetchResult result = wait(*one);
  BOOST_TEST((result.error == FetchError::network), result.error_text);
  BOOST_TEST(!result.proxy_failed);
}

BOOST_AUTO_TEST_SUITE_END()
