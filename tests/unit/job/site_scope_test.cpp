#include "job/site_scope.hpp"

#include <boost/test/unit_test.hpp>
#include <string>

#include "tagtrail/scope.hpp"

using namespace tagtrail;

namespace {

/// The scope that a crawl from there gets.
std::string scope_of(const std::string& seed, const std::string& scope = "site",
                     const std::string& stored_scope = "") {
  Config config;
  config.seed_url = seed;
  config.scope = scope;
  Config stored = config;
  stored.scope = stored_scope;
  const std::string told =
      host::narrow_site_scope(config, stored_scope.empty() ? "" : config_to_json(stored));
  BOOST_TEST(told.empty() == (config.scope == scope));
  return config.scope;
}

/// Whether a crawl from there takes a URL.
bool takes(const std::string& seed, const std::string& url) {
  return Scope::parse(scope_of(seed), seed)->contains(url);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(site_scope)

BOOST_AUTO_TEST_CASE(other_peoples_sites_are_left_out) {
  for (const char* seed : {"https://www.gov.uk/", "https://gov.uk/"}) {
    BOOST_TEST(takes(seed, "https://www.gov.uk/data"));
    BOOST_TEST(takes(seed, "http://gov.uk:8080/"));
    BOOST_TEST(!takes(seed, "https://example.gov.uk/"));
    BOOST_TEST(!takes(seed, "https://wwwxgov.uk/"));
    BOOST_TEST(!takes(seed, "https://example.org/?https://gov.uk/"));
  }
  BOOST_TEST(!takes("https://github.io/", "https://someone.github.io/"));
  BOOST_TEST(!takes("https://www.co.jp:8443/data/", "https://example.co.jp/"));
  BOOST_TEST(!takes("https://www.com/", "https://example.com/"));
}

BOOST_AUTO_TEST_CASE(a_job_keeps_the_scope_that_it_was_begun_with) {
  BOOST_TEST(scope_of("https://www.gov.uk/", "site", "site") == "site");
  BOOST_TEST(scope_of("https://www.gov.uk/", "site", "host") != "site");
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
