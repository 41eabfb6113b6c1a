#include "fleet/site_adding.hpp"

#include <boost/test/unit_test.hpp>
#include <map>

using namespace tagtrail::host;

namespace {

using Hosts = std::set<HostOfDomain>;

/// Looks hosts up in a table; what is not in it can't be found.
LookUp table(const std::map<std::string, std::set<std::string>>& known) {
  return [known](const std::string& host) {
    const auto found = known.find(host);
    return found == known.end() ? std::set<std::string>() : found->second;
  };
}

bool never(const Hosts& hosts) {
  return are_one(hosts, [](const std::string& host) -> std::set<std::string> {
    BOOST_ERROR("looked up " + host);
    return {};
  });
}

}  // namespace

BOOST_AUTO_TEST_SUITE(site_adding)

BOOST_AUTO_TEST_CASE(one_host_alone_needs_no_look) {
  BOOST_TEST(!never({}));
  BOOST_TEST(!never({{"a.example.org", false}}));
  BOOST_TEST(!never({{"a.example.org", false}, {"a.example.org", true}}));
}

BOOST_AUTO_TEST_CASE(hosts_that_share_an_address_are_one) {
  const Hosts hosts{{"a.example.org"}, {"b.example.org"}, {"c.example.org"}};
  BOOST_TEST(are_one(hosts, table({{"a.example.org", {"192.0.2.1", "2001:db8::1"}},
                                   {"b.example.org", {"192.0.2.2"}},
                                   {"c.example.org", {"2001:db8::1"}}})));
  BOOST_TEST(!are_one(hosts, table({{"a.example.org", {"192.0.2.1", "2001:db8::1"}},
                                    {"b.example.org", {"192.0.2.2"}},
                                    {"c.example.org", {"192.0.2.3"}}})));
}

BOOST_AUTO_TEST_CASE(a_host_that_is_not_found_may_share_its_address) {
  const Hosts hosts{{"a.example.org"}, {"b.example.org"}};
  BOOST_TEST(are_one(hosts, table({{"a.example.org", {"192.0.2.1"}}})));
}

BOOST_AUTO_TEST_CASE(hosts_in_each_others_scope_are_one) {
  const auto apart = table({{"example.org", {"192.0.2.1"}}, {"data.example.org", {"192.0.2.2"}}});
  BOOST_TEST(never({{"example.org", true}, {"data.example.org", false}}));
  BOOST_TEST(!are_one({{"example.org", false}, {"data.example.org", true}}, apart));
  const auto names = table({{"a.org", {"192.0.2.1"}}, {"aa.org", {"192.0.2.2"}}});
  BOOST_TEST(!are_one({{"a.org", true}, {"aa.org", true}}, names));
}

BOOST_AUTO_TEST_CASE(scopes) {
  BOOST_TEST(takes_in_hosts_below({}));
  BOOST_TEST(takes_in_hosts_below({"--delay=0", "--scope=site"}));
  BOOST_TEST(takes_in_hosts_below({"--scope=web"}));
  BOOST_TEST(takes_in_hosts_below({"--scope=regex:x"}));
  for (const char* scope : {"--scope=host", "--scope=prefix", "--scope=page"}) {
    BOOST_TEST(!takes_in_hosts_below({scope}));
  }
}

BOOST_AUTO_TEST_CASE(look_ups_by_the_system) {
  LookUps look_ups(std::chrono::seconds(20));
  look_ups.ask({"127.0.0.7", "::1"});
  BOOST_TEST(look_ups.of("127.0.0.7").contains("127.0.0.7"));
  BOOST_TEST(look_ups.of("::1").contains("::1"));
  BOOST_TEST(look_ups.of("127.0.0.8").empty());
  LookUps late(std::chrono::milliseconds(-1));
  late.ask({"127.0.0.7"});
  BOOST_TEST(late.of("127.0.0.7").empty());
}

BOOST_AUTO_TEST_SUITE_END()
