#include "fetch/address_guard.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/un.h>

#include <boost/test/unit_test.hpp>
#include <string>

using namespace tagtrail::host;

namespace {

bool is_private(const std::string& text) {
  sockaddr_in in{};
  in.sin_family = AF_INET;
  if (inet_pton(AF_INET, text.c_str(), &in.sin_addr) == 1) {
    return is_private_address(reinterpret_cast<const sockaddr*>(&in));
  }
  sockaddr_in6 in6{};
  in6.sin6_family = AF_INET6;
  BOOST_REQUIRE_MESSAGE(inet_pton(AF_INET6, text.c_str(), &in6.sin6_addr) == 1, text);
  return is_private_address(reinterpret_cast<const sockaddr*>(&in6));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(address_guard)

BOOST_AUTO_TEST_CASE(refused) {
  for (const char* address : {"0.0.0.0",
                              "0.1.2.3",
                              "10.0.0.1",
                              "10.255.255.255",
                              "100.64.0.1",
                              "100.127.255.255",
                              "127.0.0.1",
                              "127.255.255.254",
                              "169.254.169.254",
                              "172.16.0.1",
                              "172.31.255.255",
                              "192.0.0.8",
                              "192.0.2.1",
                              "192.168.1.1",
                              "198.18.0.1",
                              "198.19.255.255",
                              "198.51.100.7",
                              "203.0.113.9",
                              "224.0.0.1",
                              "239.1.2.3",
                              "240.0.0.1",
                              "255.255.255.255",
                              "::",
                              "::1",
                              "::7f00:1",
                              "::ffff:127.0.0.1",
                              "::ffff:10.1.2.3",
                              "64:ff9b::192.168.0.1",
                              "64:ff9b:1::1",
                              "100::1",
                              "2001::1",
                              "2001:10::1",
                              "2001:db8::1",
                              "2002:7f00:1::",
                              "2002:a9fe:a9fe::1",
                              "3fff::1",
                              "fc00::1",
                              "fd12:3456::1",
                              "fe80::1",
                              "fec0::1",
                              "ff02::1",
                              "4000::1"}) {
    BOOST_TEST(is_private(address), address);
  }
}

BOOST_AUTO_TEST_CASE(permitted) {
  for (const char* address :
       {"1.1.1.1",         "9.255.255.255",        "11.0.0.0",         "100.63.255.255",
        "100.128.0.0",     "126.255.255.255",      "128.0.0.1",        "169.253.255.255",
        "169.255.0.0",     "172.15.255.255",       "172.32.0.0",       "192.0.1.1",
        "192.167.255.255", "192.169.0.0",          "198.17.255.255",   "198.20.0.0",
        "223.255.255.255", "::ffff:8.8.8.8",       "64:ff9b::8.8.8.8", "2002:808:808::1",
        "2001:200::1",     "2001:4860:4860::8888", "2606:4700::1111",  "2a00:1450::1"}) {
    BOOST_TEST(!is_private(address), address);
  }
}

BOOST_AUTO_TEST_CASE(unknown_families_are_private) {
  sockaddr_un local{};
  local.sun_family = AF_UNIX;
  BOOST_TEST(is_private_address(reinterpret_cast<const sockaddr*>(&local)));
}

BOOST_AUTO_TEST_CASE(literals_in_urls) {
  BOOST_TEST(is_private_literal("127.0.0.1"));
  BOOST_TEST(is_private_literal("[::1]"));
  BOOST_TEST(is_private_literal("[::ffff:a00:1]"));
  BOOST_TEST(is_private_literal("[not an address]"));
  BOOST_TEST(!is_private_literal("8.8.8.8"));
  BOOST_TEST(!is_private_literal("[2606:4700::1111]"));
  BOOST_TEST(!is_private_literal("localhost"));
  BOOST_TEST(!is_private_literal("example.org"));
  BOOST_TEST(!is_private_literal(""));
}

BOOST_AUTO_TEST_SUITE_END()
