#include "job/desktop.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <thread>
#include <vector>

#include "export/page/page_template.hpp"

namespace tagtrail::host {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kLookEvery{10};

/// Helpers that were still running when they were last looked at.
std::vector<pid_t>& helpers() {
  static std::vector<pid_t> running;
  return running;
}

void forget_ended_helpers() {
  std::erase_if(helpers(), [](pid_t id) { return ::waitpid(id, nullptr, WNOHANG) != 0; });
}

class SpawnSettings {
 public:
  SpawnSettings() {
    posix_spawn_file_actions_init(&actions_);
    posix_spawnattr_init(&attributes_);
    // Standard input and output belong to the browser.
    for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
      posix_spawn_file_actions_addopen(&actions_, fd, "/dev/null", O_RDWR, 0);
    }
    posix_spawn_file_actions_addclosefrom_np(&actions_, STDERR_FILENO + 1);
    // What is opened outlives the browser.
    posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSID);
  }
  ~SpawnSettings() {
    posix_spawn_file_actions_destroy(&actions_);
    posix_spawnattr_destroy(&attributes_);
  }
  SpawnSettings(const SpawnSettings&) = delete;
  SpawnSettings& operator=(const SpawnSettings&) = delete;

  const posix_spawn_file_actions_t* actions() const { return &actions_; }
  const posix_spawnattr_t* attributes() const { return &attributes_; }

 private:
  posix_spawn_file_actions_t actions_{};
  posix_spawnattr_t attributes_{};
};

/// The exit code, or nothing when it runs on after `patience`. Errors: missing_dependency, io.
Expected<std::optional<int>> run_helper(std::vector<std::string> arguments,
                                        std::chrono::milliseconds patience) {
  forget_ended_helpers();
  std::vector<char*> argv;
  for (std::string& argument : arguments) argv.push_back(argument.data());
  argv.push_back(nullptr);
  const SpawnSettings settings;
  pid_t id = 0;
  const int code = ::posix_spawnp(&id, argv.front(), settings.actions(), settings.attributes(),
                                  argv.data(), environ);
  if (code == ENOENT) {
    return fail(
        ErrorCode::missing_dependency,
        fmt::format("{} is not installed (Debian: apt-get install xdg-utils)", arguments.front()));
  }
  if (code != 0) {
    return fail(ErrorCode::io, fmt::format("can't start {}: {}", arguments.front(),
                                           std::generic_category().message(code)));
  }
  for (const auto deadline = Clock::now() + patience; Clock::now() < deadline;) {
    int status = 0;
    if (::waitpid(id, &status, WNOHANG) == id) {
      return std::optional<int>(WIFEXITED(status) ? WEXITSTATUS(status) : -1);
    }
    std::this_thread::sleep_for(kLookEvery);
  }
  helpers().push_back(id);
  return std::optional<int>{};
}

}  // namespace

Expected<void> open_by_desktop(const std::filesystem::path& absolute,
                               const DesktopPatience& patience) {
  const auto opened = TRY(run_helper({"xdg-open", absolute.string()}, patience.fails_within));
  if (opened.value_or(0) == 0) return {};
  return fail(ErrorCode::missing_dependency,
              fmt::format("no program of this desktop opens {}", absolute.string()));
}

Expected<void> show_in_folder(const std::filesystem::path& absolute,
                              const DesktopPatience& patience) {
  const auto shown =
      run_helper({"dbus-send", "--session", "--print-reply", "--reply-timeout=1500",
                  "--dest=org.freedesktop.FileManager1", "/org/freedesktop/FileManager1",
                  "org.freedesktop.FileManager1.ShowItems",  // As a list of D-Bus, of which a comma
                                                             // would end the item, takes it.
                  "array:string:file://" + link_of(absolute.string()), "string:"},
                 patience.answers_within);
  if (shown && *shown == 0) return {};
  return open_by_desktop(absolute.parent_path(), patience);
}

}  // namespace tagtrail::host
