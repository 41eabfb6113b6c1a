#include "browser/temporary_folder.hpp"

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <boost/test/unit_test.hpp>
#include <fstream>
#include <thread>
#include <vector>

#include "browser/small_files.hpp"
#include "scratch.hpp"

using namespace tagtrail;
using namespace tagtrail::host;
using namespace tagtrail::host::test;
namespace fs = std::filesystem;

BOOST_AUTO_TEST_SUITE(temporary_folder)

BOOST_AUTO_TEST_CASE(private_and_gone_with_its_owner) {
  const Scratch scratch;
  fs::path path;
  {
    const auto folder = TemporaryFolder::create(scratch.path(), "x");
    BOOST_REQUIRE(folder.has_value());
    path = folder->path();
    struct stat facts {};
    BOOST_REQUIRE(::stat(path.c_str(), &facts) == 0);
    BOOST_TEST((facts.st_mode & 0777U) == 0700U);
    std::ofstream(path / "file") << "x";
    // Another of the same purpose leaves it alone.
    BOOST_TEST(TemporaryFolder::create(scratch.path(), "x").has_value());
    BOOST_TEST(fs::exists(path / "file"));
  }
  BOOST_TEST(!fs::exists(path));
}

BOOST_AUTO_TEST_CASE(folders_of_killed_processes_are_removed) {
  const Scratch scratch;
  const pid_t child = ::fork();
  if (child == 0) {
    const auto folder = TemporaryFolder::create(scratch.path(), "x");
    ::_exit(folder.has_value() ? 0 : 1);  // without destructors, as if killed
  }
  int status = 0;
  BOOST_REQUIRE(::waitpid(child, &status, 0) == child);
  BOOST_REQUIRE(status == 0);
  fs::create_directory(scratch.path() / "tagtrail-x-others");
  const auto count = [&] {
    return std::distance(fs::directory_iterator(scratch.path()), fs::directory_iterator());
  };
  BOOST_TEST(count() == 3);  // with the lock of the scratch folder
  const auto folder = TemporaryFolder::create(scratch.path(), "x");
  BOOST_TEST(count() == 3);
  BOOST_TEST(fs::exists(scratch.path() / "tagtrail-x-others"));
}

// One that began at the same moment took a folder for abandoned that was not locked yet, and a
// harvest of a batch ended with "can't listen".
BOOST_AUTO_TEST_CASE(who_begins_at_the_same_time_leaves_the_folders_of_others_alone) {
  const Scratch scratch;
  std::atomic<int> lost = 0;
  const auto begin_often = [&] {
    for (int i = 0; i < 500; ++i) {
      const auto folder = TemporaryFolder::create(scratch.path(), "x");
      if (!folder || !fs::exists(folder->path())) ++lost;
    }
  };
  std::vector<std::thread> others;
  for (int i = 0; i < 4; ++i) others.emplace_back(begin_often);
  for (std::thread& other : others) other.join();
  BOOST_TEST(lost == 0);
}

BOOST_AUTO_TEST_CASE(no_place_is_an_error) {
  BOOST_TEST((TemporaryFolder::create("/no/such/place", "x").error().code == ErrorCode::io));
}

BOOST_AUTO_TEST_CASE(files_for_a_run_give_back_what_was_there) {
  const Scratch scratch;
  const fs::path fresh = scratch.path() / "deep" / "fresh";
  const fs::path old = scratch.path() / "old";
  std::ofstream(old) << "before";
  {
    const auto first = FileForRun::write(fresh, "run");
    const auto second = FileForRun::write(old, "run");
    BOOST_TEST(read_small_file(fresh).value() == "run");
    BOOST_TEST(read_small_file(old).value() == "run");
  }
  BOOST_TEST(!fs::exists(fresh));
  BOOST_TEST(read_small_file(old).value() == "before");
}

BOOST_AUTO_TEST_SUITE_END()
