#include "batch/profile_copy.hpp"

#include <unistd.h>

#include <boost/test/unit_test.hpp>
#include <fstream>

#include "../scratch_folder.hpp"

using namespace tagtrail;
using namespace tagtrail::host;

namespace {

namespace fs = std::filesystem;

void put(const fs::path& file) {
  fs::create_directories(file.parent_path());
  std::ofstream(file) << file.filename().string();
}

}  // namespace

BOOST_AUTO_TEST_SUITE(profile_copy)

BOOST_AUTO_TEST_CASE(logins_come_along_caches_and_marks_do_not) {
  const ScratchFolder folder;
  put(folder.path() / "Default/Cookies");
  put(folder.path() / "Default/Local Storage/leveldb/000003.log");
  put(folder.path() / "Default/Cache/Cache_Data/data_0");
  put(folder.path() / "cookies.sqlite");
  put(folder.path() / ".parentlock");
  fs::create_symlink("gone-1", folder.path() / "lock");
  fs::create_symlink("/etc", folder.path() / "elsewhere");

  fs::path place;
  {
    const auto copy = ProfileCopy::make(folder.path());
    BOOST_REQUIRE(copy.has_value());
    place = copy->path();
    BOOST_TEST(fs::exists(place / "Default/Cookies"));
    BOOST_TEST(fs::exists(place / "Default/Local Storage/leveldb/000003.log"));
    BOOST_TEST(fs::exists(place / "cookies.sqlite"));
    BOOST_TEST(!fs::exists(place / "Default/Cache"));
    BOOST_TEST(!fs::exists(place / ".parentlock"));
    BOOST_TEST(!fs::exists(fs::symlink_status(place / "lock")));
    BOOST_TEST(!fs::exists(fs::symlink_status(place / "elsewhere")));
  }
  BOOST_TEST(!fs::exists(place));
  BOOST_TEST(fs::exists(folder.path() / "Default/Cookies"));
}

BOOST_AUTO_TEST_CASE(a_profile_that_is_open_or_missing) {
  const ScratchFolder folder;
  put(folder.path() / "prefs.js");
  const auto missing = ProfileCopy::make(folder.path() / "none");
  BOOST_REQUIRE(!missing.has_value());
  BOOST_TEST((missing.error().code == ErrorCode::not_found));
  fs::create_symlink("host-" + std::to_string(::getpid()), folder.path() / "SingletonLock");
  const auto busy = ProfileCopy::make(folder.path());
  BOOST_REQUIRE(!busy.has_value());
  BOOST_TEST((busy.error().code == ErrorCode::busy));
}

BOOST_AUTO_TEST_SUITE_END()
