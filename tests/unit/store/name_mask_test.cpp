// Masks of names: what they make of hostile URLs and names, and which masks are none.
#include "store/name_mask.hpp"

#include <boost/test/unit_test.hpp>
#include <set>

#include "tagtrail/text.hpp"

namespace tagtrail::host {
namespace {

std::string path_of(const std::string& mask, const NameHints& hints) {
  const auto parsed = NameMask::parse(mask);
  BOOST_REQUIRE_MESSAGE(parsed.has_value(),
                        mask << ": " << (parsed ? std::string() : parsed.error().message));
  return parsed->path_of(hints);
}

NameHints hints_of(std::string_view url, std::string_view file_name = {}) {
  return {file_name, url, "text/csv", "2026-01-02T03:04:05.678Z",
          "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"};
}

}  // namespace

BOOST_AUTO_TEST_SUITE(name_mask)

BOOST_AUTO_TEST_CASE(fields) {
  const NameHints hints = hints_of("https://data.example.org/a/b%20c/prices.csv?x=1");
  BOOST_TEST(NameMask().path_of(hints) == "prices.csv");
  BOOST_TEST(path_of("{host}/{date}/{name}", hints) == "data.example.org/2026-01-02/prices.csv");
  BOOST_TEST(path_of("{host}/{path}/{name}", hints) == "data.example.org/a/b c/prices.csv");
  BOOST_TEST(path_of("{stem}-{digest}.{ext}", hints) == "prices-0123456789abcdef.csv");
  BOOST_TEST(path_of("{ext}/{date} {stem}", hints) == "csv/2026-01-02 prices.csv");
  BOOST_TEST(path_of("fixed", hints) == "fixed.csv");
  BOOST_TEST(path_of("{path}/{name}", hints_of("https://example.org/prices.csv")) == "prices.csv");
  BOOST_TEST(path_of("{name}", hints_of("https://example.org/x", "data.tar.gz")) == "data.tar.gz");
}

BOOST_AUTO_TEST_CASE(words_of_links) {
  NameHints hints = hints_of("https://example.org/download?id=17");
  hints.anchor = "Births/deaths 1990: all\u202e?";
  BOOST_TEST(path_of("{anchor}.{ext}", hints) == "Births deaths 1990_ all_.csv");
  BOOST_TEST(path_of("{anchor}/{name}", hints) == "Births deaths 1990_ all_/download.csv");
  hints.anchor = "prices.csv";
  BOOST_TEST(path_of("{anchor}", hints) == "prices.csv");
  for (const char* nothing : {"", " ", "..", "/../", "\u200b"}) {
    hints.anchor = nothing;
    BOOST_TEST(path_of("{anchor}.{ext}", hints) == "download.csv");
    BOOST_TEST(path_of("{anchor}/{name}", hints) == "download.csv");
  }
}

BOOST_AUTO_TEST_CASE(masks_that_are_none) {
  for (const char* mask : {"",
                           "/",
                           "/{name}",
                           "{name}/",
                           "a//{name}",
                           "..",
                           "../{name}",
                           "./{name}",
                           "a/../{name}",
                           "a/.. /{name}",
                           ".hidden",
                           "{name}.",
                           " {name}",
                           "C:\\{name}",
                           "{host}:{name}",
                           "a|b",
                           "{nme}",
                           "{",
                           "}",
                           "{name",
                           "name}",
                           "{{name}}",
                           "{}",
                           "{path}",
                           "a\n{name}",
                           "a\xff",
                           "a/b/c/d/e/f/g/h/{name}"}) {
    const auto parsed = NameMask::parse(mask);
    BOOST_TEST(!parsed.has_value(), "'" << mask << "'");
  }
  BOOST_TEST(!NameMask::parse(std::string("a\0b", 3)).has_value());
  BOOST_TEST(!NameMask::parse(std::string(kMaxMaskBytes + 1, 'a')).has_value());
  BOOST_TEST(NameMask::parse("{nme}").error().message.find("{host}") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(no_url_and_no_name_leads_out_or_breaks_a_rule) {
  const std::string long_segment(400, 'x');
  for (const std::string& url :
       {std::string("https://example.org/..%2f..%2fetc/passwd"),
        std::string("https://example.org/%2e%2e/%2e/x.csv"),
        std::string("https://example.org/CON/nul.txt/aux/com1.csv"),
        std::string("https://example.org/a%00b/%ff%fe/%E2%80%AEgnp.csv"),
        std::string("https://example.org/ trailing./.hidden/-rf/x"),
        std::string("https://example.org/a:b/c%5Cd/e%7Cf/g%3Fh.csv"),
        "https://example.org/" + long_segment + "/" + long_segment + ".csv",
        std::string("https://[::1]:8080//// /x.csv")}) {
    for (const char* mask : {"{host}/{path}/{name}", "{path}/{stem}{ext}{digest}",
                             "{path}/x{path}y/{name}", "{stem}/{name}", "{ext}/{date}/{host}"}) {
      const std::string path = path_of(mask, hints_of(url));
      BOOST_TEST_CONTEXT(mask << " of " << url << ": " << path) {
        BOOST_TEST(path.size() <= kMaxFolderBytes + kMaxNameBytes);
        BOOST_TEST((to_valid_utf8(path) == path));
        BOOST_TEST(path.find_first_of("\\<>:\"|?*") == std::string::npos);
        BOOST_TEST(path.ends_with(".csv"));
        for (std::size_t begin = 0; begin <= path.size();) {
          const std::size_t slash = std::min(path.find('/', begin), path.size());
          const std::string part = path.substr(begin, slash - begin);
          BOOST_REQUIRE(!part.empty());
          BOOST_TEST((part.front() != '.' && part.front() != '-' && part.front() != ' '));
          BOOST_TEST((part.back() != '.' && part.back() != ' '));
          BOOST_TEST((part != "CON" && part != "aux" && !part.starts_with("nul.")));
          begin = slash + 1;
        }
      }
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace tagtrail::host
