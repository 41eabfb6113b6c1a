#include "job/site_scope.hpp"

#include <boost/test/unit_test.hpp>
#include <string>

using namespace tagtrail;

namespace {

/// The scope that a crawl from there gets.
std::string scope_of(const std::string& seed, const std::string& scope = "site") {
  Config config;
  config.seed_url = seed;
  config.scope = scope;
  const std::string told = host::narrow_site_scope(config);
  BOOST_TEST(told.empty() == (config.scope == scope));
  return config.scope;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(site_scope)

BOOST_AUTO_TEST_CASE(other_peoples_sites_are_left_out) {
  BOOST_TEST(scope_of("https://www.gov.uk/") == "host");
  BOOST_TEST(scope_of("https://github.io/") == "host");
  BOOST_TEST(scope_of("https://www.co.jp:8443/data/") == "host");
}

BOOST_AUTO_TEST_CASE(a_site_of_ones_own_has_its_subdomains) {
  BOOST_TEST(scope_of("https://www.example.gov.uk/") == "site");
  BOOST_TEST(scope_of("https://someone.github.io/") == "site");
  BOOST_TEST(scope_of("https://example.com/") == "site");
}

BOOST_AUTO_TEST_CASE(hosts_of_the_own_network_are_sites) {
  for (const char* seed :
       {"http://localhost:8000/", "http://intranet/", "http://127.0.0.1/", "http://[::1]:8000/"}) {
    BOOST_TEST(scope_of(seed) == "site");
  }
}

BOOST_AUTO_TEST_CASE(a_scope_that_was_chosen_stays) {
  BOOST_TEST(scope_of("https://www.gov.uk/", "prefix") == "prefix");
  BOOST_TEST(scope_of("https://www.gov.uk/", "regex:.") == "regex:.");
}

BOOST_AUTO_TEST_SUITE_END()
