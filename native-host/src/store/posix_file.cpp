#include "store/posix_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <vector>

#include "store/sha256.hpp"
#include "system/private_modes.hpp"

namespace tagtrail::host {
namespace {

constexpr std::size_t kReadBytes = 256 * 1024;

}  // namespace

tl::unexpected<Error> system_failure(int system_error, std::string_view what) {
  const bool full = system_error == ENOSPC || system_error == EDQUOT || system_error == EFBIG;
  return fail(full ? ErrorCode::disk_full : ErrorCode::io,
              fmt::format("{}: {}", what, std::generic_category().message(system_error)));
}

Expected<Descriptor> open_file(const std::filesystem::path& file, int flags) {
  Descriptor descriptor(::open(file.c_str(), flags | O_CLOEXEC | O_NOFOLLOW, kPrivateFile));
  if (!descriptor) return system_failure(errno, file.string());
  return descriptor;
}

Expected<void> write_all(int descriptor, std::string_view data, const std::filesystem::path& name) {
  while (!data.empty()) {
    const ssize_t written = ::write(descriptor, data.data(), data.size());
    if (written >= 0) {
      data.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno != EINTR) {
      return system_failure(errno, name.string());
    }
  }
  return {};
}

Expected<void> sync_directory(const std::filesystem::path& directory) {
  const Descriptor opened(::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!opened) return system_failure(errno, directory.string());
  // EINVAL: a file system that can't sync directories; there is nothing more to ask of it.
  if (::fsync(opened.get()) != 0 && errno != EINVAL) {
    return system_failure(errno, directory.string());
  }
  return {};
}

Expected<std::string> sha256_of_file(const std::filesystem::path& file) {
  auto opened = TRY(open_file(file, O_RDONLY));
  Sha256 digest;
  std::vector<char> buffer(kReadBytes);
  for (;;) {
    const ssize_t size = ::read(opened.get(), buffer.data(), buffer.size());
    if (size == 0) return digest.hex();
    if (size > 0) {
      digest.add({buffer.data(), static_cast<std::size_t>(size)});
    } else if (errno != EINTR) {
      return system_failure(errno, file.string());
    }
  }
}

std::string sha256_of(std::string_view bytes) {
  Sha256 digest;
  digest.add(bytes);
  return digest.hex();
}

}  // namespace tagtrail::host
