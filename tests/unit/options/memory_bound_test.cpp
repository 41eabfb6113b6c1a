#include "options/memory_bound.hpp"

#include <unistd.h>

#include <boost/test/unit_test.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

using namespace tagtrail::host;
namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t kMiB = std::uint64_t{1} << 20U;

/// A machine's control groups, in a folder.
struct Groups {
  fs::path folder = fs::temp_directory_path() / ("tagtrail-groups-" + std::to_string(::getpid()));

  Groups() { fs::create_directories(folder / "a" / "b"); }
  ~Groups() { fs::remove_all(folder); }
  Groups(const Groups&) = delete;
  Groups& operator=(const Groups&) = delete;

  void say(const fs::path& file, const std::string& text) const {
    std::ofstream(folder / file) << text << "\n";
  }
  std::uint64_t usable() const { return usable_memory(folder / "own", folder); }
};

}  // namespace

BOOST_AUTO_TEST_SUITE(memory_bound)

BOOST_AUTO_TEST_CASE(the_smallest_of_all_groups_counts) {
  const Groups groups;
  const std::uint64_t machine = groups.usable();
  BOOST_TEST(machine > 64 * kMiB);
  groups.say("own", "0::/a/b");
  groups.say("a/b/memory.max", "max");
  BOOST_TEST(groups.usable() == machine);
  groups.say("a/memory.max", std::to_string(40 * kMiB));
  BOOST_TEST(groups.usable() == 40 * kMiB);
  groups.say("a/b/memory.max", std::to_string(30 * kMiB));
  BOOST_TEST(groups.usable() == 30 * kMiB);
  groups.say("memory.max", std::to_string(20 * kMiB));
  BOOST_TEST(groups.usable() == 20 * kMiB);
  groups.say("memory.max", "99999999999999999999999");
  groups.say("a/b/memory.max", "no number");
  BOOST_TEST(groups.usable() == 40 * kMiB);
}

BOOST_AUTO_TEST_CASE(harvests_that_are_started_together_share) {
  share_memory(1'000'000'000, 4);
  BOOST_TEST(memory_by_default() == 250'000'000U);
  share_memory(1'000'000'000, 200);
  BOOST_TEST(memory_by_default() == kLeastMemory);
  ::unsetenv("TAGTRAIL_MEMORY_SHARE");
  BOOST_TEST(memory_by_default() >= kLeastMemory);
}

BOOST_AUTO_TEST_CASE(the_shares_are_the_bound) {
  const MemoryShares shares = memory_shares(kLeastMemory);
  BOOST_TEST(shares.urls + shares.page + shares.answers == kLeastMemory);
}

BOOST_AUTO_TEST_SUITE_END()
