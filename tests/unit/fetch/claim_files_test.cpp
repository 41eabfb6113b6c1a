#include "fetch/claim_files.hpp"

#include <boost/test/unit_test.hpp>
#include <fstream>

#include "scratch_folder.hpp"

using namespace tagtrail::host;
using std::chrono::milliseconds;
using tagtrail::ScratchFolder;

namespace {

std::string wanted_with(std::size_t hosts) {
  std::string text = R"({"hosts":{)";
  for (std::size_t n = 0; n < hosts; ++n) {
    text += (n > 0 ? ",\"h" : "\"h") + std::to_string(n) + "\":1";
  }
  return text + R"(},"rests":{}})";
}

}  // namespace

BOOST_AUTO_TEST_SUITE(claim_files)

BOOST_AUTO_TEST_CASE(what_one_says_the_other_reads) {
  const ScratchFolder scratch;
  const auto place = scratch.path() / ".site";
  const WantedHosts wanted{{{"a.example", 3}, {"[::1]", 7}}, {{"b.example", milliseconds(1500)}}};
  BOOST_REQUIRE(write_wanted_hosts(place, wanted).has_value());
  BOOST_TEST((read_wanted_hosts(place).value() == wanted));
  GrantedHosts granted;
  granted.home = "example.org";
  granted.below = granted.leave = true;
  granted.patience = milliseconds(3000);
  granted.turn = milliseconds(2000);
  granted.hosts = {{"a.example", 3}};
  BOOST_REQUIRE(write_granted_hosts(place, granted).has_value());
  BOOST_TEST((read_granted_hosts(place).value() == granted));
}

BOOST_AUTO_TEST_CASE(rests_are_bounded) {
  const ScratchFolder scratch;
  const auto place = scratch.path() / ".site";
  BOOST_REQUIRE(write_wanted_hosts(place, {{}, {{"a.example", std::chrono::hours(100)}}}));
  BOOST_TEST((read_wanted_hosts(place)->rests.at("a.example") == kLongestToldRest));
}

BOOST_AUTO_TEST_CASE(what_is_no_such_file_says_nothing) {
  const ScratchFolder scratch;
  const auto place = scratch.path() / ".site";
  BOOST_TEST(!read_wanted_hosts(place));
  BOOST_TEST(!read_granted_hosts(place));
  for (const std::string& text : std::vector<std::string>{
           "", "[]", "{", R"({"hosts":[],"rests":{}})", R"({"hosts":{"a":0},"rests":{}})",
           R"({"hosts":{"a":-1},"rests":{}})", R"({"hosts":{"a":1.5},"rests":{}})",
           R"({"hosts":{"a b":1},"rests":{}})", R"({"hosts":{"a/../b":1},"rests":{}})",
           R"({"hosts":{"":1},"rests":{}})", R"({"hosts":{"A":1},"rests":{}})",
           R"({"hosts":{},"rests":{"a":-5}})", R"({"hosts":{},"rests":{"a":99999999999}})",
           R"({"hosts":{}})", "{\"hosts\":{\"" + std::string(300, 'a') + R"(":1},"rests":{}})",
           wanted_with(kMostWantedHosts + 1), std::string(300'000, ' ')}) {
    std::ofstream(wanted_file_of(place)) << text;
    BOOST_TEST(!read_wanted_hosts(place), text.substr(0, 80));
  }
  std::ofstream(wanted_file_of(place)) << wanted_with(kMostWantedHosts);
  BOOST_TEST(read_wanted_hosts(place).has_value());
  std::ofstream(granted_file_of(place)) << R"({"home":"a","below":1,"leave":false,"patienceMs":1,)"
                                        << R"("turnMs":1,"hosts":{}})";
  BOOST_TEST(!read_granted_hosts(place));
}

BOOST_AUTO_TEST_CASE(hosts_as_they_are_claimed) {
  BOOST_TEST(claimed_host("https://www.example.org:8443/x?y") == "example.org");
  BOOST_TEST(claimed_host("http://[::1]:80/") == "[::1]");
  BOOST_TEST(lies_below("a.example.org", "example.org"));
  BOOST_TEST(!lies_below("example.org", "example.org"));
  BOOST_TEST(!lies_below("an-example.org", "example.org"));
}

BOOST_AUTO_TEST_SUITE_END()
