#include "browser/profile.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <boost/test/unit_test.hpp>
#include <fstream>
#include <nlohmann/json.hpp>

#include "browser/host_manifest.hpp"
#include "scratch.hpp"

using namespace tagtrail;
using namespace tagtrail::host;
using namespace tagtrail::host::test;
namespace fs = std::filesystem;
using nlohmann::json;

namespace {

struct Run {
  Run() {
    options.extension_dir = scratch.path() / "extension";
    options.socket = "/tmp/a socket";
    options.pump_program = "/opt/it's/tagtrail";
    const json manifest = {
        {"key", "AAAA"},
        {"browser_specific_settings", {{"gecko", {{"id", "tagtrail@tagtrail.org"}}}}}};
    BOOST_REQUIRE(
        write_small_file(options.extension_dir / "manifest.json", manifest.dump()).has_value());
  }
  static json parsed(const fs::path& path) { return json::parse(read_small_file(path).value()); }

  Scratch scratch;
  BrowserOptions options;
  fs::path profile = scratch.path() / "profile";
  fs::path home = scratch.path() / "home";
};

}  // namespace

BOOST_AUTO_TEST_SUITE(profile)

BOOST_AUTO_TEST_CASE(chromium_gets_settings_wrapper_and_manifest) {
  const Run run;
  const fs::path manifest_path = run.profile / "NativeMessagingHosts" / "org.tagtrail.host.json";
  {
    const auto files = prepare_chromium_profile(run.profile, run.options);
    BOOST_REQUIRE(files.has_value());
    const json preferences = Run::parsed(run.profile / "Default" / "Preferences");
    BOOST_TEST(preferences.at("plugins").at("always_open_pdf_externally") == true);
    BOOST_TEST(preferences.at("download_restrictions") == 3);
    const json manifest = Run::parsed(manifest_path);
    const fs::path wrapper = manifest.at("path").get<std::string>();
    BOOST_TEST(manifest.at("allowed_origins").dump() ==
               json::array({"chrome-extension://" +
                            chromium_extension_id(run.options.extension_dir).value() + "/"})
                   .dump());
    BOOST_TEST(read_small_file(wrapper).value() ==
               "#!/bin/sh\nexec '/opt/it'\\''s/tagtrail' 'pump' '/tmp/a socket'\n");
    struct stat facts {};
    BOOST_REQUIRE(::stat(wrapper.c_str(), &facts) == 0);
    BOOST_TEST((facts.st_mode & 0777U) == 0700U);
  }
  BOOST_TEST(!fs::exists(manifest_path));
}

BOOST_AUTO_TEST_CASE(settings_of_a_given_profile_stay) {
  const Run run;
  const fs::path path = run.profile / "Default" / "Preferences";
  BOOST_REQUIRE(write_small_file(path, R"({"a":{"b":1},"plugins":{"c":2}})").has_value());
  BOOST_REQUIRE(prepare_chromium_profile(run.profile, run.options).has_value());
  const json preferences = Run::parsed(path);
  BOOST_TEST(preferences.at("a").at("b") == 1);
  BOOST_TEST(preferences.at("plugins").at("c") == 2);
  BOOST_REQUIRE(write_small_file(path, "{damaged").has_value());
  BOOST_TEST(
      (prepare_chromium_profile(run.profile, run.options).error().code == ErrorCode::invalid_data));
  BOOST_TEST(read_small_file(path).value() == "{damaged");
}

BOOST_AUTO_TEST_CASE(a_profile_in_use_is_refused) {
  const Run run;
  fs::create_directories(run.profile);
  const fs::path lock = run.profile / "SingletonLock";
  fs::create_symlink("host-" + std::to_string(::getpid()), lock);
  BOOST_TEST((prepare_chromium_profile(run.profile, run.options).error().code == ErrorCode::busy));
  for (const char* stale : {"host-2147483647", "host", "host-", "host-x", "host-0"}) {
    fs::remove(lock);
    fs::create_symlink(stale, lock);
    BOOST_TEST(prepare_chromium_profile(run.profile, run.options).has_value(), stale);
  }
}

BOOST_AUTO_TEST_CASE(firefox_gets_settings_extension_and_manifest) {
  const Run run;
  const auto files = prepare_firefox_profile(run.profile, run.home, run.options);
  BOOST_REQUIRE(files.has_value());
  BOOST_TEST(read_small_file(run.profile / "extensions" / "tagtrail@tagtrail.org").value() ==
             run.options.extension_dir.string());
  const json manifest =
      Run::parsed(run.home / ".mozilla" / "native-messaging-hosts" / "org.tagtrail.host.json");
  BOOST_TEST(manifest.at("allowed_extensions").dump() == R"(["tagtrail@tagtrail.org"])");
  const std::string settings = read_small_file(run.profile / "user.js").value();
  BOOST_TEST(settings.find("xpinstall.signatures.required\", false") != std::string::npos);
  // Our own file is replaced, that of somebody else is not.
  // What Firefox remembers of an extension may be older than the profile's settings.
  const auto remembered = run.profile / "startupCache" / "webext.sc.lz4";
  std::filesystem::create_directories(remembered.parent_path());
  std::ofstream(remembered) << "old";
  BOOST_TEST(prepare_firefox_profile(run.profile, run.home, run.options).has_value());
  BOOST_TEST(!std::filesystem::exists(remembered));
  BOOST_REQUIRE(write_small_file(run.profile / "user.js", "user_pref(\"a\", 1);").has_value());
  BOOST_TEST((prepare_firefox_profile(run.profile, run.home, run.options).error().code ==
              ErrorCode::invalid_argument));
  BOOST_TEST(read_small_file(run.profile / "user.js").value() == "user_pref(\"a\", 1);");
}

// A run that ended within two seconds left a profile in which Firefox had not yet kept that the
// extension may read all sites; every later run in it took each redirect for a broken connection.
BOOST_AUTO_TEST_CASE(firefox_may_read_all_sites_from_its_first_start) {
  const Run run;
  const fs::path path = run.profile / "extension-preferences.json";
  BOOST_REQUIRE(prepare_firefox_profile(run.profile, run.home, run.options).has_value());
  const json own = Run::parsed(path).at("tagtrail@tagtrail.org");
  BOOST_TEST(own.at("origins").dump() == R"(["<all_urls>"])");
  BOOST_REQUIRE(write_small_file(path, R"({"a@b":{"origins":["http://a/*"]}})").has_value());
  BOOST_REQUIRE(prepare_firefox_profile(run.profile, run.home, run.options).has_value());
  BOOST_TEST(Run::parsed(path).at("a@b").at("origins").dump() == R"(["http://a/*"])");
  BOOST_TEST((Run::parsed(path).at("tagtrail@tagtrail.org") == own));
  BOOST_REQUIRE(write_small_file(path, "{damaged").has_value());
  BOOST_TEST((prepare_firefox_profile(run.profile, run.home, run.options).error().code ==
              ErrorCode::invalid_data));
  BOOST_TEST(read_small_file(path).value() == "{damaged");
}

BOOST_AUTO_TEST_CASE(launch_says_what_is_missing) {
  Run run;
  run.options.kind = "netscape";
  BOOST_TEST((Browser::launch(run.options).error().code == ErrorCode::invalid_argument));
  run.options.kind = "chromium";
  const Variable none("TAGTRAIL_CHROMIUM", "/no/such/program");
  BOOST_TEST((Browser::launch(run.options).error().code == ErrorCode::missing_dependency));
  const Variable some("TAGTRAIL_CHROMIUM", "/bin/true");
  run.options.extension_dir = "/no/such/folder";
  BOOST_TEST((Browser::launch(run.options).error().code == ErrorCode::missing_dependency));
}

BOOST_AUTO_TEST_SUITE_END()
