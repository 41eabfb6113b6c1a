// The URL test data of the web platform tests, as Debian's package librust-url-dev ships it. Of a
// URL that parses to http or https, the key is its href less credentials and fragment, with `^` and
// `|` encoded in the path; anything else must be refused.
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "../tally.hpp"
#include "tagtrail/url.hpp"

using namespace tagtrail;
using Json = nlohmann::json;

namespace {

namespace fs = std::filesystem;

fs::path test_data() {
  std::error_code code;
  for (const auto& entry : fs::directory_iterator("/usr/share/cargo/registry", code)) {
    const std::string name = entry.path().filename().string();
    const fs::path file = entry.path() / "tests" / "urltestdata.json";
    if (name.starts_with("url-") && fs::exists(file, code)) return file;
  }
  return {};
}

/// What we expect for an href of the table, empty for a URL to be refused.
std::string expected_key(const Json& test) {
  if (test.contains("failure")) return {};
  std::string href = test.at("href").get<std::string>();
  if (!href.starts_with("http://") && !href.starts_with("https://")) return {};
  href = href.substr(0, href.find('#'));
  const std::size_t authority = href.find("//") + 2;
  const std::size_t path = href.find('/', authority);
  const std::size_t at = href.substr(0, path).rfind('@');
  std::string key = href.substr(0, authority);
  key += href.substr(at == std::string::npos ? authority : at + 1,
                     path - (at == std::string::npos ? authority : at + 1));
  bool in_path = true;
  for (const char c : href.substr(path)) {
    in_path = in_path && c != '?';
    if (in_path && c == '^') {
      key += "%5E";
    } else if (in_path && c == '|') {
      key += "%7C";
    } else {
      key += c;
    }
  }
  return key;
}

std::string name_of(const Json& test) {
  const Json base = test.contains("base") ? test.at("base") : Json(nullptr);
  return test.at("input").dump(-1, ' ', true) + " " + base.dump(-1, ' ', true);
}

boost::test_tools::assertion_result data_installed(boost::unit_test::test_unit_id /*test*/) {
  boost::test_tools::assertion_result result(!test_data().empty());
  result.message() << "no urltestdata.json: apt-get install librust-url-dev";
  return result;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(url_conformance)

BOOST_AUTO_TEST_CASE(web_platform_tests, *boost::unit_test::precondition(data_installed)) {
  std::ifstream in(test_data());
  const Json table = Json::parse(in);
  testing::Tally all("URL, web platform tests", "shared/url_known_failures.txt");
  std::size_t http = 0;
  for (const Json& test : table) {
    if (!test.is_object()) continue;  // headings
    const std::string base = test.contains("base") && test.at("base").is_string()
                                 ? test.at("base").get<std::string>()
                                 : std::string();
    const std::string expected = expected_key(test);
    const auto key = canonical_url(test.at("input").get<std::string>(), base);
    http += expected.empty() ? 0 : 1;
    all.count(name_of(test), key ? *key == expected : expected.empty(), key ? *key : "an error");
  }
  BOOST_TEST(http > 150U);
  all.finish();
}

BOOST_AUTO_TEST_SUITE_END()
