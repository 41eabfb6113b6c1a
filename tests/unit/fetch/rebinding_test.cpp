// DNS rebinding: a name that has a public address when it is checked, and a private one when it is
// connected to. The tests' own getaddrinfo() stands before that of the C library.
#include <arpa/inet.h>
#include <dlfcn.h>
#include <netdb.h>

#include <atomic>

#include "downloader_fixture.hpp"
#include "fetch/address_guard.hpp"

using namespace downloader_test;

namespace {

constexpr std::string_view kName = "rebind.example.com";
constexpr const char* kPublic = "93.184.216.34";
std::atomic<int> lookups = 0;

}  // namespace

extern "C" __attribute__((visibility("default"))) int getaddrinfo(const char* name,
                                                                  const char* service,
                                                                  const addrinfo* hints,
                                                                  addrinfo** found) {
  using Function = int (*)(const char*, const char*, const addrinfo*, addrinfo**);
  static const auto next = reinterpret_cast<Function>(dlsym(RTLD_NEXT, "getaddrinfo"));
  const bool ours = name != nullptr && name == kName;
  return next(ours ? (++lookups == 1 ? kPublic : "127.0.0.1") : name, service, hints, found);
}

BOOST_FIXTURE_TEST_SUITE(rebinding, Fixture)

BOOST_AUTO_TEST_CASE(the_address_that_is_connected_to_counts) {
  const TestServer server(say(answer("Content-Type: text/html\r\n", "secret")));
  const std::string url =
      "http://" + std::string(kName) + ":" + std::to_string(server.port()) + "/";
  lookups = 0;
  // As a check beforehand sees it, there is nothing wrong with the name.
  BOOST_TEST(!leads_to_private(std::string(kName)));
  options.allow_private = false;
  const auto one = downloader();
  one->start(request(url));
  const FetchResult result = wait(*one);
  BOOST_TEST(lookups >= 2);
  BOOST_TEST((result.error == FetchError::refused_address), result.error_text);
  BOOST_TEST(server.connections() == 0);
}

BOOST_AUTO_TEST_CASE(permitted_it_is_reached) {
  const TestServer server(say(answer("Content-Type: text/html\r\n", "page")));
  lookups = 1;
  const auto one = downloader();
  one->start(request("http://" + std::string(kName) + ":" + std::to_string(server.port()) + "/"));
  // So the test above would have reached the server without the guard.
  BOOST_TEST(wait(*one).body == "page");
}

BOOST_AUTO_TEST_SUITE_END()
