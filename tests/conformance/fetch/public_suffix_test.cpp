// The test data of publicsuffix.org, as Debian's package publicsuffix ships it: host and
// registrable domain, null for a host that has none. The registrable domain is the longest end of a
// host that is one label more than a public suffix.
#include "fetch/public_suffix.hpp"

#include <boost/test/unit_test.hpp>
#include <fstream>
#include <iostream>
#include <regex>
#include <string>

#include "../tally.hpp"
#include "tagtrail/url.hpp"

using namespace tagtrail;

namespace {

constexpr const char* kTestData = "/usr/share/doc/publicsuffix/examples/test_psl.txt";

/// As our canonical keys have it; empty for what is no host.
std::string host_of(const std::string& name) {
  const auto url = canonical_url("https://" + name + "/");
  return url ? std::string(split_url(*url).host) : std::string();
}

/// With the list's rule for what is not on it, which is no business of ours.
bool is_suffix(const std::string& host) {
  return host::is_public_suffix(host) || host.find('.') == std::string::npos;
}

/// `null` where there is none.
std::string registrable_domain(std::string host) {
  if (host.empty() || is_suffix(host)) return "null";
  for (;;) {
    std::string parent = host.substr(host.find('.') + 1);
    if (is_suffix(parent)) return host;
    host = std::move(parent);
  }
}

}  // namespace

BOOST_AUTO_TEST_CASE(public_suffixes_as_their_list_tests_them) {
  std::ifstream in(kTestData);
  // Some systems install no documentation.
  if (!in.good()) {
    std::cout << "conformance: public suffixes: skipped, " << kTestData << " is not there\n";
    return;
  }
  tagtrail::testing::Tally tally("public suffixes (publicsuffix)",
                                 "fetch/public_suffix_known_failures.txt");
  const std::regex check(R"(^checkPublicSuffix\('([^']*)', (?:null|'([^']*)')\);)");
  for (std::string line; std::getline(in, line);) {
    std::smatch match;
    if (!std::regex_search(line, match, check)) continue;
    const std::string wanted = match[2].matched ? host_of(match[2].str()) : "null";
    const std::string got = registrable_domain(host_of(match[1].str()));
    tally.count(match[1].str(), got == wanted, got);
  }
  BOOST_TEST(tally.total() > 70U);
  tally.finish();
}
