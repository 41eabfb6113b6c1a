#include "load/redirect_chains.hpp"

#include <boost/test/unit_test.hpp>

using namespace tagtrail::host;

using Chain = RedirectChains::Chain;

BOOST_AUTO_TEST_SUITE(redirect_chains)

BOOST_AUTO_TEST_CASE(chains_of_several_redirects_are_kept_apart) {
  RedirectChains chains;
  chains.put("http://a/2", {"http://a/1"});
  chains.put("http://b/3", {"http://b/1", "http://b/2"});
  BOOST_TEST(chains.take("http://c/").empty());
  BOOST_TEST((chains.take("http://a/2") == Chain{"http://a/1"}));
  BOOST_TEST((chains.take("http://b/3") == Chain{"http://b/1", "http://b/2"}));
  BOOST_TEST(chains.take("http://b/3").empty());
}

BOOST_AUTO_TEST_CASE(the_newest_of_two_to_one_url) {
  RedirectChains chains;
  chains.put("http://a/", {"http://x/"});
  chains.put("http://a/", {"http://y/"});
  chains.put("http://a/", {});
  BOOST_TEST((chains.take("http://a/") == Chain{"http://y/"}));
}

BOOST_AUTO_TEST_CASE(a_site_of_redirects_to_nowhere_costs_no_memory) {
  RedirectChains chains;
  chains.put("http://a/old", {"http://a/"});
  for (int i = 0; i < 1000; ++i) chains.put("http://a/" + std::to_string(i), {"http://a/"});
  BOOST_TEST(chains.take("http://a/old").empty());
  BOOST_TEST(!chains.take("http://a/999").empty());
  BOOST_TEST(!chains.take("http://a/900").empty());
}

BOOST_AUTO_TEST_SUITE_END()
