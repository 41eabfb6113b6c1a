// Files are brought to the disk beside other work.
#include "fetch/file_syncer.hpp"

#include <poll.h>

#include <boost/test/unit_test.hpp>
#include <fstream>
#include <set>

#include "../scratch_folder.hpp"

using namespace tagtrail;
using namespace tagtrail::host;

namespace {

/// All that were begun, once they have ended.
std::vector<FileSyncer::Synced> wait_for(FileSyncer& syncer, std::size_t count) {
  std::vector<FileSyncer::Synced> ended;
  while (ended.size() < count) {
    pollfd event{syncer.descriptor(), POLLIN, 0};
    BOOST_REQUIRE(::poll(&event, 1, 60'000) == 1);
    for (auto& synced : syncer.take()) ended.push_back(std::move(synced));
  }
  return ended;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(file_syncer)

BOOST_AUTO_TEST_CASE(each_file_is_told_of_once) {
  const ScratchFolder folder;
  auto syncer = FileSyncer::create(folder.path());
  BOOST_REQUIRE(syncer);
  std::set<std::uint64_t> begun;
  for (std::uint64_t ticket = 1; ticket <= 100; ++ticket) {
    const auto file = folder.path() / std::to_string(ticket);
    std::ofstream(file) << "contents";
    (*syncer)->start(ticket, file);
    begun.insert(ticket);
  }
  for (const FileSyncer::Synced& synced : wait_for(**syncer, begun.size())) {
    BOOST_TEST(!synced.error);
    BOOST_TEST(begun.erase(synced.ticket) == 1U);
  }
  BOOST_TEST((*syncer)->take().empty());
}

BOOST_AUTO_TEST_CASE(a_file_that_is_gone_is_nobodys_loss_and_one_that_can_not_be_opened_is_told) {
  const ScratchFolder folder;
  auto syncer = FileSyncer::create(folder.path());
  BOOST_REQUIRE(syncer);
  std::filesystem::create_symlink("elsewhere", folder.path() / "link");
  (*syncer)->start(1, folder.path() / "none");
  (*syncer)->start(2, folder.path() / "link");
  for (const FileSyncer::Synced& synced : wait_for(**syncer, 2)) {
    BOOST_TEST(synced.error.has_value() == (synced.ticket == 2));
  }
}

BOOST_AUTO_TEST_CASE(a_folder_that_is_not_there_is_told) {
  const ScratchFolder folder;
  const auto syncer = FileSyncer::create(folder.path() / "none");
  BOOST_REQUIRE(!syncer);
  BOOST_TEST((syncer.error().code == ErrorCode::io));
}

// Files come one by one and in bursts: by themselves, in groups, and from one to the other.
BOOST_AUTO_TEST_CASE(bursts_and_single_files_are_each_told_of_once) {
  const ScratchFolder folder;
  auto syncer = FileSyncer::create(folder.path());
  BOOST_REQUIRE(syncer);
  std::uint64_t ticket = 0;
  for (const std::size_t burst : {1U, 7U, 8U, 200U, 1U, 2U, 64U, 1U}) {
    std::set<std::uint64_t> begun;
    for (std::size_t i = 0; i < burst; ++i) {
      const auto file = folder.path() / std::to_string(++ticket);
      std::ofstream(file) << "contents";
      (*syncer)->start(ticket, file);
      begun.insert(ticket);
    }
    for (const FileSyncer::Synced& synced : wait_for(**syncer, burst)) {
      BOOST_TEST(!synced.error);
      BOOST_TEST(begun.erase(synced.ticket) == 1U);
    }
  }
}

BOOST_AUTO_TEST_CASE(ends_while_files_wait) {
  const ScratchFolder folder;
  std::ofstream(folder.path() / "file") << "contents";
  auto syncer = FileSyncer::create(folder.path());
  BOOST_REQUIRE(syncer);
  for (std::uint64_t ticket = 1; ticket <= 1000; ++ticket) {
    (*syncer)->start(ticket, folder.path() / "file");
  }
}

BOOST_AUTO_TEST_SUITE_END()
