#include "browser/browser_proxy.hpp"

#include <boost/test/unit_test.hpp>

using namespace tagtrail::host;

BOOST_AUTO_TEST_SUITE(browser_proxy)

BOOST_AUTO_TEST_CASE(chromium) {
  const auto words = [](BrowserProxies proxies) { return chromium_proxy_arguments(proxies); };
  BOOST_TEST(chromium_proxy_arguments({}).empty());
  BOOST_TEST(words({}).front() == "--no-proxy-server");
  const auto one = words({"http://p:1", "http://p:1", {"a.example", ".b.example", "10.0.0.0/8"}});
  BOOST_TEST(one[0] == "--proxy-server=http://p:1");
  BOOST_TEST(one[1] ==
             "--proxy-bypass-list=<-loopback>;a.example;*.a.example;b.example;*.b.example;"
             "10.0.0.0/8");
  BOOST_TEST(words({"http://p:1", "socks5://s:2", {}})[0] ==
             "--proxy-server=http=http://p:1;https=socks5://s:2");
  BOOST_TEST(words({"", "http://p:1", {}})[0] == "--proxy-server=https=http://p:1");
}

BOOST_AUTO_TEST_CASE(firefox) {
  const auto settings = [](BrowserProxies proxies) {
    return firefox_proxy_settings(proxies).value();
  };
  BOOST_TEST(firefox_proxy_settings({}).value() == "user_pref(\"network.proxy.type\", 5);\n");
  BOOST_TEST(settings({}) == "user_pref(\"network.proxy.type\", 0);\n");
  const std::string mixed = settings({"http://p:1", "socks5://[::1]:2", {"a.example"}});
  for (const char* line :
       {"(\"network.proxy.type\", 1)", "(\"network.proxy.http\", \"p\")",
        "(\"network.proxy.http_port\", 1)", "(\"network.proxy.socks\", \"[::1]\")",
        "(\"network.proxy.socks_port\", 2)", "(\"network.proxy.socks_remote_dns\", true)",
        "(\"network.proxy.no_proxies_on\", \"a.example\")"}) {
    BOOST_TEST(mixed.find(line) != std::string::npos, line);
  }
  const std::optional<BrowserProxies> tls = BrowserProxies{"https://p:1", "https://p:1", {}};
  BOOST_TEST(!firefox_proxy_settings(tls).has_value());
}

BOOST_AUTO_TEST_CASE(an_entry_ends_no_setting) {
  const BrowserProxies proxies{
      "http://p:1", "http://p:1", {"a\");user_pref(\"x\", 1);//", "b;--x"}};
  BOOST_TEST(firefox_proxy_settings(proxies).value().find("user_pref(\"x\"") == std::string::npos);
  BOOST_TEST(chromium_proxy_arguments(proxies)[1] == "--proxy-bypass-list=<-loopback>");
}

BOOST_AUTO_TEST_SUITE_END()
