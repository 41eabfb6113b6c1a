#include "browser/installation.hpp"

#include <sys/stat.h>

#include <boost/test/unit_test.hpp>
#include <fstream>
#include <nlohmann/json.hpp>

#include "browser/small_files.hpp"
#include "scratch.hpp"
#include "system/built_files.hpp"

using namespace tagtrail;
using namespace tagtrail::host;
using namespace tagtrail::host::test;
namespace fs = std::filesystem;

namespace {

struct User {
  User() {
    options.folders = {scratch.path(), scratch.path() / ".config", scratch.path() / "data",
                       scratch.path() / "system"};
    options.program = "/bin/true";
  }
  std::string actions() const {
    const auto steps = install_host(options);
    BOOST_REQUIRE(steps.has_value());
    return words(*steps);
  }
  static std::string words(const std::vector<InstallStep>& steps) {
    std::string text;
    for (const auto& step : steps) text += step.what + ":" + step.action + " ";
    return text;
  }
  BrowserPlace place(const std::string& name) const {
    for (const auto& found : browser_places(options.folders)) {
      if (found.name == name) return found;
    }
    throw std::runtime_error(name);
  }
  Scratch scratch;
  InstallOptions options;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(installation)

BOOST_AUTO_TEST_CASE(only_browsers_in_use_are_installed_for) {
  User user;
  BOOST_TEST(user.actions() ==
             "chromium:skipped chrome:skipped edge:skipped brave:skipped firefox:skipped ");
  BOOST_TEST(!fs::exists(user.options.folders.wrapper()));
  fs::create_directories(user.scratch.path() / ".config" / "BraveSoftware" / "Brave-Browser");
  fs::create_directories(user.scratch.path() / ".mozilla");
  BOOST_TEST(user.actions() ==
             "chromium:skipped chrome:skipped edge:skipped host:written brave:written "
             "firefox:written ");
  BOOST_TEST(fs::exists(user.scratch.path() / ".mozilla" / "native-messaging-hosts" /
                        "org.tagtrail.host.json"));
  BOOST_TEST(user.actions() ==
             "chromium:skipped chrome:skipped edge:skipped host:unchanged brave:unchanged "
             "firefox:unchanged ");
  struct stat facts {};
  BOOST_REQUIRE(::stat(user.options.folders.wrapper().c_str(), &facts) == 0);
  BOOST_TEST((facts.st_mode & 0777U) == 0700U);
}

BOOST_AUTO_TEST_CASE(a_named_browser_is_installed_for_in_any_case) {
  User user;
  user.options.browsers = {"edge"};
  user.options.extension_ids = {"aaaaaaaaaaaaaaaabbbbbbbbbbbbbbbb"};
  BOOST_TEST(user.actions() == "host:written edge:written ");
  const auto manifest = nlohmann::json::parse(read_small_file(user.place("edge").manifest).value());
  BOOST_TEST(manifest.at("allowed_origins").dump() ==
             R"(["chrome-extension://aaaaaaaaaaaaaaaabbbbbbbbbbbbbbbb/"])");
  BOOST_TEST(manifest.at("path") == user.options.folders.wrapper().string());
}

BOOST_AUTO_TEST_CASE(a_dry_run_changes_nothing) {
  User user;
  user.options.browsers = {"chromium"};
  user.options.dry_run = true;
  BOOST_TEST(user.actions() == "host:written chromium:written ");
  BOOST_TEST(!fs::exists(user.options.folders.wrapper()));
  BOOST_TEST(!fs::exists(user.place("chromium").manifest));
  user.options.dry_run = false;
  user.actions();
  user.options.dry_run = true;
  BOOST_TEST(User::words(uninstall_host(user.options).value()) == "chromium:removed host:removed ");
  BOOST_TEST(fs::exists(user.place("chromium").manifest));
}

// The host of a checkout that was removed could not be started, and nothing said why.
BOOST_AUTO_TEST_CASE(a_program_of_a_checkout_is_copied_and_outlives_it) {
  User user;
  const fs::path checkout = user.scratch.path() / "checkout";
  fs::create_directories(checkout);
  user.options.program = checkout / "tagtrail";
  std::ofstream(user.options.program) << "#!/bin/sh\necho one\n";
  user.options.browsers = {"firefox"};
  BOOST_TEST(user.actions() == "program:written host:written firefox:written ");
  BOOST_TEST(user.actions() == "program:unchanged host:unchanged firefox:unchanged ");
  const auto state = [&] {
    return check_manifest(user.place("firefox"), user.options.folders, user.options.program);
  };
  BOOST_TEST(state().problem.empty());
  std::ofstream(user.options.program) << "#!/bin/sh\necho two\n";
  BOOST_TEST(state().problem == "the installed program has a different version from this one");
  BOOST_TEST(user.actions() == "program:written host:unchanged firefox:unchanged ");
  fs::remove_all(checkout);
  BOOST_TEST(read_small_file(user.options.folders.program()).value() == "#!/bin/sh\necho two\n");
  BOOST_TEST(read_small_file(user.options.folders.wrapper()).value().find("checkout") ==
             std::string::npos);
  BOOST_TEST(User::words(uninstall_host(user.options).value()) ==
             "firefox:removed host:removed program:removed ");
  BOOST_TEST(!fs::exists(user.options.folders.program()));
}

// A host that was installed wrote jobs without a page: the program found its template in the
// checkout alone.
BOOST_AUTO_TEST_CASE(the_page_of_jobs_is_copied_with_the_program) {
  User user;
  const fs::path checkout = user.scratch.path() / "checkout";
  fs::create_directories(checkout / "dist");
  fs::copy("/bin/true", checkout / "tagtrail");
  std::ofstream(checkout / "dist" / "job.html") << "page";
  user.options.program = checkout / "tagtrail";
  user.options.browsers = {"firefox"};
  BOOST_TEST(user.actions() == "program:written page:written host:written firefox:written ");
  BOOST_TEST(find_built(user.options.folders.program(), "job.html") == user.options.folders.page());
  BOOST_TEST(read_small_file(user.options.folders.page()).value() == "page");
  const auto removed = uninstall_host(user.options);
  BOOST_REQUIRE(removed.has_value());
  BOOST_TEST(!fs::exists(user.options.folders.page()));
}

BOOST_AUTO_TEST_CASE(wrong_names_and_ids_write_nothing) {
  User user;
  user.options.browsers = {"opera"};
  BOOST_TEST((install_host(user.options).error().code == ErrorCode::invalid_argument));
  BOOST_TEST((uninstall_host(user.options).error().code == ErrorCode::invalid_argument));
  user.options.browsers = {"chromium"};
  user.options.extension_ids = {"*"};
  BOOST_TEST((install_host(user.options).error().code == ErrorCode::invalid_argument));
  BOOST_TEST(!fs::exists(user.options.folders.data));
}

BOOST_AUTO_TEST_CASE(the_wrapper_stays_while_a_browser_uses_it) {
  User user;
  user.options.browsers = {"chromium", "firefox"};
  user.actions();
  user.options.browsers = {"chromium"};
  BOOST_TEST(User::words(uninstall_host(user.options).value()) == "chromium:removed ");
  BOOST_TEST(fs::exists(user.options.folders.wrapper()));
  user.options.browsers = {};
  BOOST_TEST(
      User::words(uninstall_host(user.options).value()) ==
      "chromium:absent chrome:absent edge:absent brave:absent firefox:removed host:removed ");
}

BOOST_AUTO_TEST_CASE(the_state_of_a_manifest) {
  User user;
  const auto place = user.place("firefox");
  const auto check = [&] { return check_manifest(place, user.options.folders, "/bin/true"); };
  BOOST_TEST(!check().present);
  user.options.browsers = {"firefox"};
  user.actions();
  BOOST_TEST(check().present);
  BOOST_TEST(check().problem == "");
  BOOST_TEST(check_manifest(place, user.options.folders, "/bin/false").problem ==
             "the manifest names another copy of Tagtrail");
  fs::remove(user.options.folders.wrapper());
  BOOST_TEST(check().problem.find("can't be run") != std::string::npos);
  for (const std::string_view text : {"", "[]", "{}", R"({"name":"org.tagtrail.host"})"}) {
    BOOST_REQUIRE(write_small_file(place.manifest, text).has_value());
    BOOST_TEST(check().problem == "the manifest is damaged", text);
  }
}

// As a package does it: one manifest for Chrome and Brave, one for Firefox.
BOOST_AUTO_TEST_CASE(what_is_installed_for_all_users_needs_no_copy) {
  User user;
  const fs::path wrapper = user.scratch.path() / "lib" / "tagtrail-host";
  const HostFiles files = host_files("/usr/bin/tagtrail", wrapper);
  BOOST_REQUIRE(write_small_file(wrapper, files.wrapper, 0755).has_value());
  BOOST_REQUIRE(write_small_file(user.place("chrome").for_all, files.chromium).has_value());
  BOOST_REQUIRE(write_small_file(user.place("firefox").for_all, files.firefox).has_value());
  BOOST_TEST(user.place("brave").for_all == user.place("chrome").for_all);
  BOOST_TEST(check_manifest_for_all(user.place("firefox")).present);
  BOOST_TEST(!check_manifest_for_all(user.place("edge")).present);
  BOOST_TEST(user.actions() ==
             "chromium:skipped chrome:for-all edge:skipped brave:for-all firefox:for-all ");
  BOOST_TEST(!fs::exists(user.options.folders.wrapper()));
  // An extension with an id of its own needs the user's manifest, which then hides the system's.
  user.options.browsers = {"brave"};
  user.options.extension_ids = {"aaaaaaaaaaaaaaaabbbbbbbbbbbbbbbb"};
  BOOST_TEST(user.actions() == "host:written brave:written ");
  user.options.extension_ids = {};
  BOOST_TEST(user.actions() == "host:unchanged brave:written ");
}

BOOST_AUTO_TEST_CASE(what_is_installed_for_all_users_may_be_broken) {
  User user;
  const BrowserPlace place = user.place("edge");
  const HostFiles files = host_files("/usr/bin/tagtrail", user.scratch.path() / "none");
  BOOST_REQUIRE(write_small_file(place.for_all, files.chromium).has_value());
  BOOST_TEST(check_manifest_for_all(place).problem.find("can't be run") != std::string::npos);
  user.options.browsers = {"edge"};
  BOOST_TEST(user.actions() == "host:written edge:written ");
  BOOST_REQUIRE(write_small_file(place.for_all, "{}").has_value());
  BOOST_TEST(check_manifest_for_all(place).problem == "the manifest is damaged");
}

BOOST_AUTO_TEST_SUITE_END()
