// A file is read to its last byte, or not at all.
#include "system/whole_file.hpp"

#include <boost/test/unit_test.hpp>
#include <fstream>

#include "../scratch_folder.hpp"

namespace tagtrail::host {

BOOST_AUTO_TEST_SUITE(whole_file)

BOOST_AUTO_TEST_CASE(all_bytes_are_read) {
  const ScratchFolder folder;
  const std::string bytes("a\0\r\n\xff", 5);
  std::ofstream(folder.path() / "some", std::ios::binary) << bytes;
  std::ofstream(folder.path() / "empty", std::ios::binary);
  BOOST_TEST(read_whole_file(folder.path() / "some").value() == bytes);
  BOOST_TEST(read_whole_file(folder.path() / "empty").value().empty());
}

BOOST_AUTO_TEST_CASE(what_is_no_file_is_an_error) {
  const ScratchFolder folder;
  for (const auto& none : {folder.path() / "none", folder.path()}) {
    const auto read = read_whole_file(none);
    BOOST_REQUIRE(!read);
    BOOST_TEST((read.error().code == ErrorCode::io));
    BOOST_TEST(read.error().message == "can't read " + none.string());
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace tagtrail::host
