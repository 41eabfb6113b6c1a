// A file that appears whole takes the place of files only.
#include "system/atomic_file.hpp"

#include <sys/stat.h>
#include <sys/wait.h>

#include <boost/test/unit_test.hpp>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <set>

#include "../scratch_folder.hpp"

namespace tagtrail::host {
namespace {

namespace fs = std::filesystem;

template <typename T>
T must(Expected<T> result) {
  BOOST_REQUIRE_MESSAGE(result.has_value(), (result ? std::string() : result.error().message));
  return std::move(*result);
}
void must(const Expected<void>& result) {
  BOOST_REQUIRE_MESSAGE(result.has_value(), (result ? std::string() : result.error().message));
}

std::string read_file(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

std::set<std::string> names_in(const fs::path& folder) {
  std::set<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder)) names.insert(entry.path().filename());
  return names;
}

unsigned mode_of(const fs::path& file) {
  return static_cast<unsigned>(fs::status(file).permissions());
}

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
  const auto write_private = [&] { must(must(AtomicFile::create(file, kPrivateFile)).publish()); };
  const mode_t before = ::umask(0);
  write_private();
  BOOST_TEST(mode_of(file) == 0600U);
  fs::permissions(file, fs::perms(0640));
  write_private();
  BOOST_TEST(mode_of(file) == 0640U);
  ::umask(027);
  const fs::path export_file = folder.path() / "rows.csv";
  write_atomically(export_file, "x");
  BOOST_TEST(mode_of(export_file) == 0640U);
  ::umask(before);
}

BOOST_AUTO_TEST_CASE(each_of_several_writers_has_a_name_of_its_own) {
  const ScratchFolder folder;
  const fs::path file = folder.path() / "manifest.json";
  auto first = must(AtomicFile::create_among_others(file, kPrivateFile));
  auto second = must(AtomicFile::create_among_others(file, kPrivateFile));
  must(first.write("first"));
  must(second.write("second"));
  { const auto given_up = must(AtomicFile::create_among_others(file, kPrivateFile)); }
  BOOST_TEST(names_in(folder.path()).size() == 2U);
  must(second.put_in_place());
  must(first.put_in_place());
  BOOST_TEST(read_file(file) == "first");
  BOOST_TEST(names_in(folder.path()).size() == 1U);
}

BOOST_AUTO_TEST_CASE(a_file_written_among_others_has_its_mode_and_replaces_links) {
  const ScratchFolder folder;
  const fs::path file = folder.path() / "manifest.json";
  const fs::path behind = folder.path() / "behind";
  std::ofstream(behind) << "stays";
  fs::create_symlink(behind, file);
  const mode_t before = ::umask(077);
  must(must(AtomicFile::create_among_others(file, 0644)).put_in_place());
  ::umask(before);
  BOOST_TEST(!fs::is_symlink(file));
  BOOST_TEST(mode_of(file) == 0644U);
  BOOST_TEST(read_file(behind) == "stays");
}

// "Text file busy" as long as it is open for writing.
BOOST_AUTO_TEST_CASE(a_script_in_its_place_can_be_run) {
  const ScratchFolder folder;
  const fs::path file = folder.path() / "script";
  auto script = must(AtomicFile::create_among_others(file, 0700));
  must(script.write("#!/bin/sh\nexit 7\n"));
  must(script.put_in_place());
  // The folder of temporary files may have a space in its name.
  const int status = std::system(("'" + file.string() + "'").c_str());
  BOOST_TEST(WEXITSTATUS(status) == 7);
}

BOOST_AUTO_TEST_CASE(a_failure_names_the_file_and_leaves_nothing) {
  const ScratchFolder folder;
  const auto missing = AtomicFile::create_among_others(folder.path() / "no" / "such", kPrivateFile);
  BOOST_REQUIRE(!missing);
  BOOST_TEST(missing.error().message ==
             (folder.path() / "no" / "such").string() + ": No such file or directory");
  const fs::path taken = folder.path() / "folder";
  fs::create_directory(taken);
  {
    auto file = must(AtomicFile::create_among_others(taken, kPrivateFile));
    const auto refused = file.put_in_place();
    BOOST_REQUIRE(!refused);
    BOOST_TEST(refused.error().message == taken.string() + ": Is a directory");
  }
  BOOST_TEST(names_in(folder.path()).size() == 1U);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace tagtrail::host
