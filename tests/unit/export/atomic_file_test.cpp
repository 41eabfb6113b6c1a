// A file that appears whole takes the place of files only.
#include "system/atomic_file.hpp"

#include <sys/stat.h>

#include "../store/job_fixture.hpp"

namespace tagtrail::host::testing {
namespace {

void write_atomically(const fs::path& file, const std::string& text) {
  auto created = must(AtomicFile::create(file, kUsersFile));
  must(created.write(text));
  must(created.publish());
}

}  // namespace

BOOST_AUTO_TEST_SUITE(atomic_file)

BOOST_AUTO_TEST_CASE(a_file_is_replaced_as_a_whole) {
  const ScratchFolder folder;
  const fs::path file = folder.path() / "rows.csv";
  write_atomically(file, "old");
  { const auto given_up = must(AtomicFile::create(file, kUsersFile)); }
  BOOST_TEST(read_file(file) == "old");
  write_atomically(file, "new");
  BOOST_TEST(read_file(file) == "new");
  BOOST_TEST(names_in(folder.path()).size() == 1U);
}

// The superuser's `export -o /dev/null` made a file of the device, for the whole machine.
BOOST_AUTO_TEST_CASE(what_is_no_file_stays) {
  const ScratchFolder folder;
  const fs::path pipe = folder.path() / "pipe";
  BOOST_REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  fs::create_symlink(pipe, folder.path() / "link");
  fs::create_directory(folder.path() / "folder");
  for (const char* name : {"pipe", "link", "folder"}) {
    const auto refused = AtomicFile::create(folder.path() / name, kUsersFile);
    BOOST_REQUIRE_MESSAGE(!refused, name);
    BOOST_TEST((refused.error().code == ErrorCode::io));
  }
  BOOST_TEST(names_in(folder.path()).size() == 3U);
  BOOST_TEST(fs::is_fifo(pipe));
}

// A manifest written anew was open to all again, whatever its owner had made of it.
BOOST_AUTO_TEST_CASE(a_part_of_a_job_is_private_until_its_owner_says_otherwise) {
  const ScratchFolder folder;
  const fs::path file = folder.path() / "datapackage.json";
  const auto mode = [&] { return static_cast<unsigned>(fs::status(file).permissions()); };
  const auto write_private = [&] { must(must(AtomicFile::create(file, kPrivateFile)).publish()); };
  const mode_t before = ::umask(0);
  write_private();
  BOOST_TEST(mode() == 0600U);
  fs::permissions(file, fs::perms(0640));
  write_private();
  BOOST_TEST(mode() == 0640U);
  ::umask(027);
  const fs::path export_file = folder.path() / "rows.csv";
  write_atomically(export_file, "x");
  BOOST_TEST(static_cast<unsigned>(fs::status(export_file).permissions()) == 0640U);
  ::umask(before);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace tagtrail::host::testing
