// Small files are there whole, with their modes, and failures say what can't be written.
#include "browser/small_files.hpp"

#include <boost/test/unit_test.hpp>
#include <iterator>

#include "scratch.hpp"

namespace tagtrail::host::test {
namespace {

namespace fs = std::filesystem;

unsigned mode_of(const fs::path& file) {
  return static_cast<unsigned>(fs::status(file).permissions());
}

}  // namespace

BOOST_AUTO_TEST_SUITE(small_files)

BOOST_AUTO_TEST_CASE(a_file_is_made_and_replaced_with_its_folders) {
  const Scratch scratch;
  const fs::path path = scratch.path() / "a" / "b" / "manifest.json";
  BOOST_REQUIRE(write_small_file(path, "{}").has_value());
  BOOST_TEST(mode_of(path) == 0600U);
  BOOST_TEST(mode_of(scratch.path() / "a") == 0700U);
  BOOST_REQUIRE(write_small_file(path, "[]", 0644).has_value());
  BOOST_TEST(read_small_file(path).value() == "[]");
  BOOST_TEST(mode_of(path) == 0644U);
  BOOST_TEST(std::distance(fs::directory_iterator(path.parent_path()), {}) == 1);
}

BOOST_AUTO_TEST_CASE(a_failure_says_what_can_not_be_written) {
  const Scratch scratch;
  const fs::path folder = scratch.path() / "a" / "folder";
  fs::create_directories(folder);
  const auto refused = write_small_file(folder, "x");
  BOOST_REQUIRE(!refused.has_value());
  BOOST_TEST((refused.error().code == ErrorCode::io));
  BOOST_TEST(refused.error().message == "can't write " + folder.string() + ": Is a directory");
  BOOST_TEST(std::distance(fs::directory_iterator(folder.parent_path()), {}) == 1);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace tagtrail::host::test
