#include "fetch/host_lock.hpp"

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <boost/test/unit_test.hpp>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>

#include "../long_only.hpp"
#include "../scratch_folder.hpp"
#include "fetch/lock_folder.hpp"

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

std::int64_t now_ms() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
}

constexpr std::int64_t kHour = 3'600'000;

/// A folder of locks of its own, for the time of a test.
struct OwnLocks {
  ScratchFolder scratch;
  Environment environment{"XDG_RUNTIME_DIR", scratch.path().string()};
  std::filesystem::path folder = scratch.path() / "tagtrail";

  std::ptrdiff_t files() const {
    return std::distance(std::filesystem::directory_iterator(folder), {});
  }
  static void leave(const std::string& host, const HostTrace& trace) {
    HostLock::try_take(host).value()->write(trace);
  }
  bool has(const std::string& host) const {
    return std::filesystem::exists(lock_path(folder, host, LockKind::host));
  }
};

}  // namespace

BOOST_AUTO_TEST_SUITE(host_lock)

BOOST_FIXTURE_TEST_CASE(what_binds_nobody_any_more_goes, OwnLocks) {
  const std::int64_t now = now_ms();
  leave("asked-long-ago.org", {now - kHour, 0, 1000});
  leave("has-a-pause.org", {now, 0, kHour});
  leave("asked-to-be-left-alone.org", {now - kHour, now + kHour, 1000});
  leave("was-left-alone.org", {now - kHour, now - kHour, 1000});
  { const auto nothing_is_known = HostLock::try_take("new.org"); }
  const auto in_use = HostLock::try_take("in-use.org");
  (*in_use)->write({now - kHour, 0, 1000});
  BOOST_TEST(remove_old_lock_files(folder) == 3U);
  BOOST_TEST(files() == 3);
  BOOST_TEST(has("has-a-pause.org"));
  BOOST_TEST(has("asked-to-be-left-alone.org"));
  BOOST_TEST(has("in-use.org"));
  BOOST_TEST(!HostLock::try_take("in-use.org")->has_value());
}

BOOST_FIXTURE_TEST_CASE(a_clock_that_was_ahead_keeps_no_file_for_years, OwnLocks) {
  const std::int64_t now = now_ms();
  leave("ahead.org", {now + 1000 * kHour, now + 1000 * kHour, 1000 * kHour});
  BOOST_TEST(remove_old_lock_files(folder) == 1U);
  const auto kept = HostLock::try_take("ahead.org").value()->read();
  BOOST_REQUIRE(kept.has_value());
  BOOST_TEST(kept->last_touch <= now_ms());
  BOOST_TEST(kept->blocked_until <= now_ms() + 24 * kHour);
}

BOOST_FIXTURE_TEST_CASE(many_hosts_leave_few_files, OwnLocks) {
  constexpr int kHosts = 1'500;
  std::ptrdiff_t most = 0;
  for (int n = 0; n < kHosts; ++n) {
    const std::string host = "host-" + std::to_string(n) + ".org";
    auto turn = std::move(*HostTurn::open(host));
    BOOST_REQUIRE(turn.take());
    leave(host, {now_ms() - kHour, 0, 1000});
    turn.give();
    if (n % 100 == 0) most = std::max(most, files());
  }
  BOOST_TEST(most < 600);
}

BOOST_FIXTURE_TEST_CASE(a_turn_leaves_no_file, OwnLocks) {
  {
    auto turn = std::move(*HostTurn::open(kSite));
    BOOST_TEST(files() == 0);
    BOOST_TEST(turn.take());
    BOOST_TEST(files() == 1);
    BOOST_TEST(remove_old_lock_files(folder) == 1U);
    turn.give();
    BOOST_TEST(files() == 0);
    BOOST_TEST(turn.take());
  }
  BOOST_TEST(files() == 0);
  // What a process that was killed has left.
  std::ofstream(lock_path(folder, kSite, LockKind::turn)).flush();
  BOOST_TEST(!HostTurn::open(kSite)->is_taken_elsewhere());
  BOOST_TEST(remove_old_lock_files(folder) == 0U);
}

// Each lock opens the file anew, as processes do.
BOOST_FIXTURE_TEST_CASE(whoever_removes_it_never_makes_two_owners, OwnLocks) {
  const int times_each = tagtrail::is_long_run() ? 2'000 : 500;
  { const auto made = HostLock::try_take(kSite); }
  std::atomic<int> owners{0};
  std::atomic<int> faults{0};
  std::atomic<bool> over{false};
  const auto own = [&] {
    for (int times = 0; times < times_each;) {
      const auto lock = HostLock::try_take(kSite);
      if (!lock) ++faults;
      if (!lock || !*lock) continue;
      if (owners.fetch_add(1) != 0) ++faults;
      std::this_thread::yield();
      owners.fetch_sub(1);
      ++times;
    }
  };
  std::thread remover([&] {
    while (!over) remove_old_lock_files(folder);
  });
  std::thread one(own);
  std::thread other(own);
  one.join();
  other.join();
  over = true;
  remover.join();
  BOOST_TEST(faults == 0);
}

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
