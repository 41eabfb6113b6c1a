#include "fetch/host_lock.hpp"

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <boost/test/unit_test.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "../scratch_folder.hpp"

using namespace tagtrail::host;
using tagtrail::ScratchFolder;

namespace {

const std::string kSite = "example.org";

/// Sets an environment variable for the time of a test.
class Environment {
 public:
  Environment(const char* name, const std::string& value) : name_(name) {
    if (const char* old = std::getenv(name)) old_ = old;
    setenv(name, value.c_str(), 1);
  }
  ~Environment() {
    if (old_) {
      setenv(name_, old_->c_str(), 1);
    } else {
      unsetenv(name_);
    }
  }
  Environment(const Environment&) = delete;
  Environment& operator=(const Environment&) = delete;

 private:
  const char* name_;
  std::optional<std::string> old_;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(host_lock)

BOOST_AUTO_TEST_CASE(one_lock_a_host) {
  const ScratchFolder folder;
  const Environment environment("XDG_RUNTIME_DIR", folder.path().string());
  auto first = HostLock::try_take(kSite);
  BOOST_REQUIRE(first.has_value());
  BOOST_REQUIRE(first->has_value());
  BOOST_TEST(!HostLock::try_take(kSite)->has_value());
  BOOST_TEST(HostLock::try_take("other.org")->has_value());
  struct stat info {};
  BOOST_REQUIRE(stat((folder.path() / "tagtrail").c_str(), &info) == 0);
  BOOST_TEST((info.st_mode & 0777U) == 0700U);

  std::optional<HostLock> moved = std::move(*first);
  BOOST_TEST(!HostLock::try_take(kSite)->has_value());
  moved.reset();
  BOOST_TEST(HostLock::try_take(kSite)->has_value());
}

BOOST_AUTO_TEST_CASE(a_dead_process_holds_no_lock) {
  const ScratchFolder folder;
  const Environment environment("XDG_RUNTIME_DIR", folder.path().string());
  const pid_t child = fork();
  if (child == 0) {
    const auto lock = HostLock::try_take(kSite);
    _exit(lock && *lock ? 0 : 1);
  }
  int status = -1;
  waitpid(child, &status, 0);
  BOOST_TEST(status == 0);
  BOOST_TEST(HostLock::try_take(kSite)->has_value());
}

BOOST_AUTO_TEST_CASE(a_lock_folder_that_is_not_ours_is_refused) {
  const ScratchFolder folder;
  const Environment environment("XDG_RUNTIME_DIR", folder.path().string());
  std::filesystem::create_directory_symlink("/", folder.path() / "tagtrail");
  BOOST_TEST(!HostLock::try_take(kSite).has_value());
}

BOOST_AUTO_TEST_CASE(a_lock_holds_what_was_seen_of_the_host) {
  const ScratchFolder folder;
  const Environment environment("XDG_RUNTIME_DIR", folder.path().string());
  const auto take = [] { return std::move(**HostLock::try_take(kSite)); };
  BOOST_TEST(!take().read().has_value());
  const HostTrace longer{1'700'000'000'123, 1'700'000'000'456, 300'000};
  take().write(longer);
  BOOST_TEST((take().read() == longer));
  take().write({7, 8, 9});
  BOOST_TEST((take().read() == HostTrace{7, 8, 9}));
  BOOST_TEST(HostLock::try_take("other.org").value()->read().has_value() == false);
}

BOOST_AUTO_TEST_CASE(a_lock_with_other_things_in_it_says_nothing) {
  const ScratchFolder folder;
  const Environment environment("XDG_RUNTIME_DIR", folder.path().string());
  { const auto made = HostLock::try_take(kSite); }
  const auto file = *std::filesystem::directory_iterator(folder.path() / "tagtrail");
  for (const std::string text :
       {"", "7", "7 ", "7 8", "7 8\n", "x 8 9\n", "7 x 9\n", "7 8 x\n", "-7 8 9\n", "7 8 -9\n",
        "7 9223372036854775807 9\n", "99999999999999999999 8 9\n", "7  8 9\n"}) {
    std::ofstream(file.path(), std::ios::binary) << text;
    BOOST_TEST(!HostLock::try_take(kSite).value()->read().has_value(), text);
  }
}

BOOST_AUTO_TEST_CASE(one_has_the_turn_until_it_is_given_back) {
  const ScratchFolder folder;
  const Environment environment("XDG_RUNTIME_DIR", folder.path().string());
  // Each its own opening of the file, as processes have.
  auto waiting = std::move(*HostTurn::open(kSite));
  auto other = std::move(*HostTurn::open(kSite));
  BOOST_TEST(!other.is_taken_elsewhere());
  BOOST_TEST(waiting.take());
  BOOST_TEST(waiting.take());
  BOOST_TEST(!waiting.is_taken_elsewhere());
  BOOST_TEST(other.is_taken_elsewhere());
  BOOST_TEST(!other.take());
  BOOST_TEST(!HostTurn::open("other.org")->is_taken_elsewhere());
  waiting.give();
  BOOST_TEST(!other.is_taken_elsewhere());
  {
    auto gone = std::move(other);
    BOOST_TEST(gone.take());
  }
  BOOST_TEST(!waiting.is_taken_elsewhere());
}

BOOST_AUTO_TEST_SUITE_END()
