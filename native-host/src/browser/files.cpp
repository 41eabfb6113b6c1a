#include "browser/files.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "system/descriptor.hpp"
#include "system/private_modes.hpp"

namespace tagtrail::host {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kSmall = 16ULL << 20;

tl::unexpected<Error> system_error(std::string_view what, const fs::path& path, int code) {
  return fail(code == ENOSPC || code == EDQUOT ? ErrorCode::disk_full : ErrorCode::io,
              fmt::format("can't {} {}: {}", what, path.string(), std::strerror(code)));
}

bool write_all(int fd, std::string_view text) {
  while (!text.empty()) {
    const ssize_t size = ::write(fd, text.data(), text.size());
    if (size < 0 && errno == EINTR) continue;
    if (size < 0) return false;
    text.remove_prefix(static_cast<std::size_t>(size));
  }
  return true;
}

}  // namespace

Expected<std::string> read_small_file(const fs::path& path) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file && errno == ENOENT) {
    return fail(ErrorCode::not_found, fmt::format("there is no file {}", path.string()));
  }
  if (!file) return system_error("open", path, errno);
  std::string text;
  std::array<char, 16UL * 1024> chunk;
  for (;;) {
    const ssize_t size = ::read(file.get(), chunk.data(), chunk.size());
    if (size < 0 && errno == EINTR) continue;
    if (size < 0) return system_error("read", path, errno);
    if (size == 0) return text;
    text.append(chunk.data(), static_cast<std::size_t>(size));
    if (text.size() > kSmall) {
      return fail(ErrorCode::too_large, fmt::format("{} is too large", path.string()));
    }
  }
}

Expected<nlohmann::json> read_json_file(const fs::path& path) {
  const auto text = read_small_file(path);
  if (!text && text.error().code == ErrorCode::not_found) return nlohmann::json::object();
  if (!text) return tl::unexpected(text.error());
  auto result = nlohmann::json::parse(*text, nullptr, /*allow_exceptions=*/false);
  if (result.is_object()) return result;
  return fail(ErrorCode::invalid_data,
              fmt::format("{} is damaged: remove it, or use another profile", path.string()));
}

Expected<void> write_small_file(const fs::path& path, std::string_view text, mode_t mode) {
  TRY(make_private_folders(path.parent_path()));
  std::string temporary = path.string() + ".XXXXXX";
  Descriptor file(::mkostemp(temporary.data(), O_CLOEXEC));
  if (!file) return system_error("create", path, errno);
  // Closed before it is renamed: a script that is still open for writing can't be run.
  const bool written =
      write_all(file.get(), text) && ::fchmod(file.get(), mode) == 0 && ::fsync(file.get()) == 0;
  int code = errno;
  file.reset();
  if (written && ::rename(temporary.c_str(), path.c_str()) == 0) return {};
  if (written) code = errno;
  ::unlink(temporary.c_str());
  return system_error("write", path, code);
}

Expected<FileForRun> FileForRun::write(const fs::path& path, std::string_view text, mode_t mode) {
  std::optional<std::string> before;
  if (auto found = read_small_file(path)) {
    before = std::move(*found);
  } else if (found.error().code != ErrorCode::not_found) {
    return tl::unexpected(found.error());
  }
  TRY(write_small_file(path, text, mode));
  return FileForRun(path, std::move(before));
}

FileForRun::FileForRun(FileForRun&& other) noexcept
    : path_(std::exchange(other.path_, {})), before_(std::move(other.before_)) {}

FileForRun::~FileForRun() {
  if (path_.empty()) return;
  if (before_) {
    // Nothing can be done about a failure here, and the next run writes the file again.
    std::ignore = write_small_file(path_, *before_);
  } else {
    ::unlink(path_.c_str());
  }
}

}  // namespace tagtrail::host
