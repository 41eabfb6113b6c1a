#include "browser/host_manifest.hpp"

#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>

#include "browser/process.hpp"
#include "browser/small_files.hpp"
#include "scratch.hpp"
#include "test_data.hpp"

using namespace tagtrail;
using namespace tagtrail::host;
using namespace tagtrail::host::test;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(host_manifest)

BOOST_AUTO_TEST_CASE(the_fixed_id_is_that_of_the_extension) {
  const auto text = read_small_file(tagtrail::test::test_data() / ".." / "extension" / "ids.json");
  BOOST_REQUIRE(text.has_value());
  const auto ids = nlohmann::json::parse(*text);
  BOOST_TEST(ids.at("chromium").at("id") == kChromiumBatchId);
  BOOST_TEST(ids.at("chromiumUnpacked").at("id") == kChromiumUnpackedId);
  const Scratch scratch;
  const nlohmann::json manifest = {{"key", ids.at("chromium").at("key")}};
  BOOST_REQUIRE(write_small_file(scratch.path() / "manifest.json", manifest.dump()).has_value());
  BOOST_TEST(chromium_extension_id(scratch.path()).value() == kChromiumBatchId);
}

BOOST_AUTO_TEST_CASE(extensions_without_an_id_are_refused) {
  const Scratch scratch;
  BOOST_TEST((chromium_extension_id(scratch.path()).error().code == ErrorCode::missing_dependency));
  BOOST_TEST((firefox_extension_id(scratch.path()).error().code == ErrorCode::missing_dependency));
  for (const std::string_view text :
       {"", "[]", "{}", R"({"key":""})", R"({"key":7})", R"({"key":"???"})",
        R"({"browser_specific_settings":{"gecko":{"id":"../../x@y"}}})",
        R"({"browser_specific_settings":[]})"}) {
    BOOST_REQUIRE(write_small_file(scratch.path() / "manifest.json", text).has_value());
    BOOST_TEST((chromium_extension_id(scratch.path()).error().code == ErrorCode::invalid_data),
               text);
    BOOST_TEST((firefox_extension_id(scratch.path()).error().code == ErrorCode::invalid_data),
               text);
  }
}

BOOST_AUTO_TEST_CASE(shapes_of_ids) {
  BOOST_TEST(is_chromium_id(kChromiumBatchId));
  BOOST_TEST(!is_chromium_id("dggdjgckemgmmnbfjjdocccfdhlgaog"));
  BOOST_TEST(!is_chromium_id("zggdjgckemgmmnbfjjdocccfdhlgaogj"));
  BOOST_TEST(is_firefox_id("tagtrail@tagtrail.org"));
  BOOST_TEST(is_firefox_id("{01234567-89ab-cdef-0123-456789abcdef}"));
  for (const std::string_view id : {"", "x", "@", "a@", "a/b@c", "a@b/c", "{01234567}", "a@b\n"}) {
    BOOST_TEST(!is_firefox_id(id), id);
  }
}

BOOST_AUTO_TEST_CASE(manifests_name_program_and_extension) {
  const auto chromium = nlohmann::json::parse(chromium_host_manifest("/a/b", {"x", "y"}));
  BOOST_TEST(chromium.at("name") == "org.tagtrail.host");
  BOOST_TEST(chromium.at("path") == "/a/b");
  BOOST_TEST(chromium.at("type") == "stdio");
  BOOST_TEST(chromium.at("allowed_origins").dump() ==
             R"(["chrome-extension://x/","chrome-extension://y/"])");
  const auto firefox = nlohmann::json::parse(firefox_host_manifest("/a/b", {"x@y"}));
  BOOST_TEST(firefox.at("allowed_extensions").dump() == R"(["x@y"])");
  BOOST_TEST(!firefox.contains("allowed_origins"));
}

BOOST_AUTO_TEST_CASE(the_wrapper_passes_its_own_words_whatever_they_hold) {
  const Scratch scratch;
  const auto path = scratch.path() / "wrapper";
  const std::string script = wrapper_script({"/bin/echo", "a b", "it's", "$HOME", "\"`x`"});
  BOOST_REQUIRE(write_small_file(path, script, 0700).has_value());
  BOOST_TEST(output_of({path.string(), "chrome-extension://x/"}, 20s).value() ==
             "a b it's $HOME \"`x`\n");
  BOOST_REQUIRE(write_small_file(path, wrapper_script({"/bin/echo", "a"}, true), 0700).has_value());
  BOOST_TEST(output_of({path.string(), "$HOME", "b c"}, 20s).value() == "a $HOME b c\n");
}

BOOST_AUTO_TEST_SUITE_END()
