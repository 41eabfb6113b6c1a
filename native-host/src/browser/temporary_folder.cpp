#include "browser/temporary_folder.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <thread>

namespace tagtrail::host {
namespace {

namespace fs = std::filesystem;

constexpr const char* kLockName = ".tagtrail-lock";
/// Who begins at the same time may take a folder for abandoned before it is locked.
constexpr int kAttempts = 20;

// The lock of a folder; nothing when another process holds it or the folder is not one of ours.
std::optional<Descriptor> try_lock(const fs::path& folder, int more_flags) {
  Descriptor lock(
      ::open((folder / kLockName).c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW | more_flags, 0600));
  if (!lock || ::flock(lock.get(), LOCK_EX | LOCK_NB) != 0) return std::nullopt;
  return lock;
}

/// Whether the lock is still in its folder: where another had it in between, both are gone.
bool is_linked(const Descriptor& lock) {
  struct stat facts {};
  return ::fstat(lock.get(), &facts) == 0 && facts.st_nlink > 0;
}

bool is_own_folder(const fs::path& path) {
  struct stat facts {};
  return ::lstat(path.c_str(), &facts) == 0 && S_ISDIR(facts.st_mode) &&
         facts.st_uid == ::geteuid();
}

std::string prefix_of(std::string_view purpose) { return fmt::format("tagtrail-{}-", purpose); }

}  // namespace

void TemporaryFolder::remove_abandoned(const fs::path& place, std::string_view purpose) {
  const std::string prefix = prefix_of(purpose);
  std::error_code error;
  for (fs::directory_iterator it(place, error), end; !error && it != end; it.increment(error)) {
    const fs::path& path = it->path();
    if (!path.filename().string().starts_with(prefix) || !is_own_folder(path)) continue;
    if (const auto lock = try_lock(path, 0)) {
      std::error_code ignored;
      fs::remove_all(path, ignored);
    }
  }
}

Expected<TemporaryFolder> TemporaryFolder::create(const fs::path& place, std::string_view purpose) {
  const std::string prefix = prefix_of(purpose);
  remove_abandoned(place, purpose);
  std::string name;
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    name = (place / (prefix + "XXXXXX")).string();
    if (::mkdtemp(name.data()) == nullptr) {
      return fail(
          errno == ENOSPC ? ErrorCode::disk_full : ErrorCode::io,
          fmt::format("can't create a folder in {}: {}", place.string(), std::strerror(errno)));
    }
    auto lock = try_lock(name, O_CREAT | O_EXCL);
    if (lock && is_linked(*lock)) return TemporaryFolder(name, std::move(*lock));
    std::error_code ignored;
    fs::remove_all(name, ignored);
  }
  return fail(ErrorCode::io, fmt::format("can't lock the folder {}", name));
}

TemporaryFolder& TemporaryFolder::operator=(TemporaryFolder&& other) noexcept {
  if (this != &other) {
    remove();
    path_ = std::exchange(other.path_, {});
    lock_ = std::move(other.lock_);
  }
  return *this;
}

void TemporaryFolder::remove() noexcept {
  if (path_.empty()) return;
  // Helpers of an ended browser may still write for a moment: what they add in between makes a
  // first attempt fail.
  for (int attempt = 0; attempt < 20; ++attempt) {
    std::error_code error;
    fs::remove_all(path_, error);
    if (!error) break;
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  path_.clear();
}

fs::path temporary_place() {
  const char* place = std::getenv("TMPDIR");
  return place != nullptr && *place == '/' ? fs::path(place) : fs::path("/tmp");
}

}  // namespace tagtrail::host
