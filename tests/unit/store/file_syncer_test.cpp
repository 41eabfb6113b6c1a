// Files are brought to the disk, one by one or all together. That they are there after a power
// failure is tested by tests/faults/power_loss.test.mjs.
#include "store/file_syncer.hpp"

#include <boost/test/unit_test.hpp>
#include <fstream>

#include "../scratch_folder.hpp"

using namespace tagtrail;
using namespace tagtrail::host;
namespace fs = std::filesystem;

BOOST_AUTO_TEST_SUITE(file_syncer)

BOOST_AUTO_TEST_CASE(any_number_of_files) {
  const ScratchFolder folder;
  FileSyncer syncer(folder.path());
  for (const std::size_t count : {0U, 1U, 2U, 7U, 100U}) {
    std::vector<fs::path> files;
    for (std::size_t i = 0; i < count; ++i) {
      files.push_back(folder.path() / (std::to_string(count) + "-" + std::to_string(i)));
      std::ofstream(files.back()) << "contents";
    }
    BOOST_TEST(syncer.sync_each(files).has_value());
    if (syncer.prefers_all(count)) BOOST_TEST(syncer.sync_all().has_value());
  }
  BOOST_TEST(!syncer.prefers_all(0));
  BOOST_TEST(!syncer.prefers_all(1));
}

BOOST_AUTO_TEST_CASE(a_file_that_is_gone_is_nobodys_loss_and_one_that_can_not_be_opened_is_told) {
  const ScratchFolder folder;
  FileSyncer syncer(folder.path());
  fs::create_symlink("elsewhere", folder.path() / "link");
  std::ofstream(folder.path() / "file") << "contents";
  BOOST_TEST(syncer.sync_each({folder.path() / "none"}).has_value());
  for (const auto& files : {std::vector<fs::path>{folder.path() / "link"},
                            std::vector<fs::path>{folder.path() / "file", folder.path() / "link",
                                                  folder.path() / "file"}}) {
    const auto synced = syncer.sync_each(files);
    BOOST_REQUIRE(!synced);
    BOOST_TEST((synced.error().code == ErrorCode::io));
    BOOST_TEST(synced.error().message.find("link") != std::string::npos);
  }
}

BOOST_AUTO_TEST_CASE(where_there_is_no_folder_each_file_is_synced) {
  const FileSyncer syncer("/nowhere/at/all");
  BOOST_TEST(!syncer.prefers_all(1000));
}

BOOST_AUTO_TEST_SUITE_END()
