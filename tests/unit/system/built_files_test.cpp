#include "system/built_files.hpp"

#include <boost/test/unit_test.hpp>
#include <cstdlib>
#include <fstream>

#include "scratch_folder.hpp"

using namespace tagtrail;
using namespace tagtrail::host;
namespace fs = std::filesystem;

namespace {

void touch(const fs::path& file) {
  fs::create_directories(file.parent_path());
  std::ofstream(file) << "x";
}

struct NoDist {
  NoDist() { ::unsetenv("TAGTRAIL_DIST"); }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(built_files, NoDist)

BOOST_AUTO_TEST_CASE(an_installed_program_has_its_files_below_its_prefix) {
  const ScratchFolder folder;
  const fs::path prefix = folder.path() / "usr";
  const fs::path page = prefix / "share/tagtrail/report.html";
  BOOST_TEST(find_built(prefix / "bin/tagtrail", "report.html").empty());
  touch(page);
  BOOST_TEST(find_built(prefix / "bin/tagtrail", "report.html") == page);
  BOOST_TEST(find_built(prefix / "lib/tagtrail/tagtrail-lab", "report.html") == page);
  BOOST_TEST(find_built(prefix / "bin/tagtrail", "none.html").empty());
}

BOOST_AUTO_TEST_CASE(a_built_program_has_them_in_dist) {
  const ScratchFolder folder;
  const fs::path program = folder.path() / "build/native/native-host/tagtrail";
  touch(folder.path() / "dist/report.html");
  BOOST_TEST(find_built(program, "report.html") == folder.path() / "dist/report.html");
  // What is installed above a checkout is of another version.
  touch(folder.path() / "share/tagtrail/chromium/manifest.json");
  BOOST_TEST(find_built(program, "chromium/manifest.json").empty());
}

BOOST_AUTO_TEST_CASE(the_other_program_is_beside_or_in_lib) {
  BOOST_TEST(other_program("/usr/bin/tagtrail", "tagtrail-lab") ==
             "/usr/lib/tagtrail/tagtrail-lab");
  BOOST_TEST(other_program("/c/build/native/native-host/tagtrail", "tagtrail-lab") ==
             "/c/build/native/native-host/tagtrail-lab");
}

BOOST_AUTO_TEST_SUITE_END()
