#include "batch/profile_copy.hpp"

#include <unistd.h>

#include <boost/test/unit_test.hpp>
#include <cstdlib>
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

const std::atomic<int> nobody{0};  ///< interrupts

/// Where copies go, for the time of a test.
struct CopyPlace {
  ScratchFolder place;
  std::string before = temporary_place().string();
  CopyPlace() { ::setenv("TMPDIR", place.path().c_str(), 1); }
  ~CopyPlace() { ::setenv("TMPDIR", before.c_str(), 1); }
  CopyPlace(const CopyPlace&) = delete;
  CopyPlace& operator=(const CopyPlace&) = delete;
  /// Of copies: other things of the test may lie there, too.
  bool is_empty() const {
    return std::none_of(fs::directory_iterator(place.path()), {}, [](const auto& entry) {
      return entry.path().filename().string().starts_with("tagtrail-batch-profile-");
    });
  }
};

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
    const auto copy = ProfileCopy::make(folder.path(), nobody);
    BOOST_REQUIRE((copy && *copy));
    place = (*copy)->path();
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

BOOST_FIXTURE_TEST_CASE(no_other_folder_is_taken_for_one, CopyPlace) {
  const ScratchFolder folder;
  put(folder.path() / "some.csv");
  put(folder.path() / "prefs.js/not a file");
  fs::create_symlink("/etc/passwd", folder.path() / "cookies.sqlite");
  const auto copy = ProfileCopy::make(folder.path(), nobody);
  BOOST_REQUIRE(!copy.has_value());
  BOOST_TEST((copy.error().code == ErrorCode::invalid_data));
  BOOST_TEST(copy.error().message.find("no profile of Chromium or Firefox") != std::string::npos);
  BOOST_TEST(is_empty());
}

BOOST_FIXTURE_TEST_CASE(one_that_is_too_large_is_not_begun, CopyPlace) {
  const ScratchFolder folder;
  for (int n = 0; n < 5; ++n) put(folder.path() / "Default" / std::to_string(n) / "part");
  put(folder.path() / "Local State");
  // Folders, too: the profile, Default and its five.
  BOOST_TEST((ProfileCopy::make(folder.path(), nobody, {.files = 13}).has_value()));
  for (const ProfileLimits& limits : {ProfileLimits{.files = 12}, ProfileLimits{.bytes = 10}}) {
    const auto copy = ProfileCopy::make(folder.path(), nobody, limits);
    BOOST_REQUIRE(!copy.has_value());
    BOOST_TEST((copy.error().code == ErrorCode::too_large));
    BOOST_TEST(is_empty());
  }
}

BOOST_FIXTURE_TEST_CASE(whoever_interrupts_ends_it_and_nothing_is_left, CopyPlace) {
  const ScratchFolder folder;
  put(folder.path() / "Local State");
  const std::atomic<int> interrupted{1};
  const auto copy = ProfileCopy::make(folder.path(), interrupted);
  BOOST_REQUIRE(copy.has_value());
  BOOST_TEST(!copy->has_value());
  BOOST_TEST(is_empty());
}

BOOST_FIXTURE_TEST_CASE(copies_of_the_dead_go, CopyPlace) {
  fs::create_directories(place.path() / "tagtrail-batch-profile-000000" / "profile");
  put(place.path() / "tagtrail-batch-profile-000000" / ".tagtrail-lock");
  put(place.path() / "tagtrail-batch-profile-000000" / "profile" / "cookies.sqlite");
  ProfileCopy::remove_abandoned();
  BOOST_TEST(is_empty());
}

BOOST_AUTO_TEST_CASE(a_profile_that_is_open_or_missing) {
  const ScratchFolder folder;
  put(folder.path() / "prefs.js");
  const auto missing = ProfileCopy::make(folder.path() / "none", nobody);
  BOOST_REQUIRE(!missing.has_value());
  BOOST_TEST((missing.error().code == ErrorCode::not_found));
  fs::create_symlink("host-" + std::to_string(::getpid()), folder.path() / "SingletonLock");
  const auto busy = ProfileCopy::make(folder.path(), nobody);
  BOOST_REQUIRE(!busy.has_value());
  BOOST_TEST((busy.error().code == ErrorCode::busy));
}

BOOST_AUTO_TEST_SUITE_END()
