#include "browser/find_browser.hpp"

#include <boost/test/unit_test.hpp>

#include "browser/find_extension.hpp"
#include "browser/small_files.hpp"
#include "scratch.hpp"

using namespace tagtrail;
using namespace tagtrail::host;
using namespace tagtrail::host::test;
namespace fs = std::filesystem;

namespace {

void make_program(const fs::path& path, std::string_view text = "#!/bin/sh\n") {
  BOOST_REQUIRE(write_small_file(path, text, 0755).has_value());
}

}  // namespace

BOOST_AUTO_TEST_SUITE(find_browser)

BOOST_AUTO_TEST_CASE(the_first_program_in_the_path_wins) {
  const Scratch scratch;
  const Variable path("PATH", "relative::" + (scratch.path() / "a").string() + ":" +
                                  (scratch.path() / "b").string());
  const Variable chosen("TAGTRAIL_CHROMIUM", "");
  BOOST_TEST((choose_browser("chromium").error().code == ErrorCode::missing_dependency));
  make_program(scratch.path() / "b" / "google-chrome");
  BOOST_TEST(choose_browser("chromium").value() == scratch.path() / "b" / "google-chrome");
  make_program(scratch.path() / "b" / "chromium");
  BOOST_TEST(choose_browser("chromium").value() == scratch.path() / "b" / "chromium");
  BOOST_REQUIRE(write_small_file(scratch.path() / "a" / "chromium", "x", 0644).has_value());
  BOOST_TEST(choose_browser("chromium").value() == scratch.path() / "b" / "chromium");
  const Variable other("TAGTRAIL_CHROMIUM", (scratch.path() / "b" / "google-chrome").string());
  BOOST_TEST(choose_browser("chromium").value() == scratch.path() / "b" / "google-chrome");
}

BOOST_AUTO_TEST_CASE(snaps_and_flatpaks_are_known) {
  const Scratch scratch;
  const Variable path("PATH", scratch.path().string());
  const Variable chosen("TAGTRAIL_FIREFOX", "");
  make_program(scratch.path() / "firefox-esr", "#!/bin/sh\nexec /snap/bin/firefox \"$@\"\n");
  BOOST_TEST((packing_of(scratch.path() / "firefox-esr") == Packing::snap));
  const auto none = choose_browser("firefox");
  BOOST_REQUIRE(!none.has_value());
  BOOST_TEST(none.error().message.find("Snap or Flatpak") != std::string::npos);
  make_program(scratch.path() / "flatpak" / "exports" / "firefox");
  BOOST_TEST((packing_of(scratch.path() / "flatpak" / "exports" / "firefox") == Packing::flatpak));
  make_program(scratch.path() / "firefox");
  BOOST_TEST(choose_browser("firefox").value() == scratch.path() / "firefox");
}

// Root reads what is closed; the same error comes of a file where a folder should be.
BOOST_AUTO_TEST_CASE(what_can_not_be_looked_into_has_no_browser) {
  const Scratch scratch;
  const Variable chosen("TAGTRAIL_CHROMIUM", "");
  make_program(scratch.path() / "file");
  std::string far(5000, 'x');
  const Variable path("PATH", (scratch.path() / "file").string() + ":/" + far);
  BOOST_TEST(find_browsers("chromium").empty());
}

BOOST_AUTO_TEST_CASE(the_extension_is_found_above_the_program) {
  const Scratch scratch;
  const Variable none("TAGTRAIL_DIST", "");
  const fs::path program = scratch.path() / "build" / "native" / "tagtrail";
  BOOST_TEST(!find_extension(program, "chromium-batch").has_value());
  const fs::path built = scratch.path() / "dist" / "chromium-batch";
  BOOST_REQUIRE(write_small_file(built / "manifest.json", "{}").has_value());
  BOOST_TEST(find_extension(program, "chromium-batch").value() == built);
  BOOST_TEST(!find_extension(program, "firefox-batch").has_value());
  const Variable elsewhere("TAGTRAIL_DIST", "/no/such/folder");
  BOOST_TEST(!find_extension(program, "chromium-batch").has_value());
}

BOOST_AUTO_TEST_SUITE_END()
