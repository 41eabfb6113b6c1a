#include "store/folder_lock.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <string>

#include "store/job_folder.hpp"

namespace tagtrail::host {
namespace {

/// " (process 4711)", or nothing when the holder has not written its number yet.
std::string holder_of(int file) {
  std::array<char, 16> text{};
  const ssize_t size = ::pread(file, text.data(), text.size(), 0);
  std::string number;
  for (ssize_t i = 0; i < size; ++i) {
    const char c = text[static_cast<std::size_t>(i)];
    if (c < '0' || c > '9') break;
    number += c;
  }
  return number.empty() ? number : fmt::format(" (process {})", number);
}

}  // namespace

Expected<FolderLock> FolderLock::acquire(const std::filesystem::path& dir) {
  const auto path = dir / folder::kLock;
  auto file = TRY(open_file(path, O_RDWR | O_CREAT));
  if (::flock(file.get(), LOCK_EX | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK) return system_failure(errno, path.string());
    return fail(ErrorCode::busy,
                fmt::format("{} is in use by another Tagtrail{}: wait for it, stop it, or choose "
                            "another folder",
                            dir.string(), holder_of(file.get())));
  }
  const std::string number = fmt::format("{}\n", ::getpid());
  if (::ftruncate(file.get(), 0) != 0) return system_failure(errno, path.string());
  TRY(write_all(file.get(), number, path));
  return FolderLock(std::move(file));
}

Expected<FolderLock> FolderLock::share(const std::filesystem::path& dir) {
  const auto path = dir / folder::kLock;
  std::error_code error;
  if (!std::filesystem::exists(path, error) && !error) return FolderLock(Descriptor());
  auto file = TRY(open_file(path, O_RDONLY));
  if (::flock(file.get(), LOCK_SH | LOCK_NB) == 0) return FolderLock(std::move(file));
  if (errno != EWOULDBLOCK) return system_failure(errno, path.string());
  return fail(ErrorCode::busy, dir.string() + " is in use by another Tagtrail");
}

}  // namespace tagtrail::host
