#include "system/posix_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <limits>
#include <vector>

#include "system/private_modes.hpp"

namespace tagtrail::host {
namespace {

constexpr std::size_t kPieceBytes = 256 * 1024;

/// At most `most` bytes. Returns how many there were.
Expected<std::uint64_t> read_pieces(const Descriptor& file, const std::filesystem::path& name,
                                    std::uint64_t most, const TakePiece& take) {
  std::vector<char> buffer(kPieceBytes);
  for (std::uint64_t got = 0;;) {
    const auto wanted = static_cast<std::size_t>(std::min<std::uint64_t>(most - got, kPieceBytes));
    const ssize_t size = wanted == 0 ? 0 : ::read(file.get(), buffer.data(), wanted);
    if (size < 0 && errno == EINTR) continue;
    if (size < 0) return system_failure(errno, name.string());
    if (size == 0) return got;
    got += static_cast<std::uint64_t>(size);
    TRY(take({buffer.data(), static_cast<std::size_t>(size)}));
  }
}

}  // namespace

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

Expected<void> each_piece(const std::filesystem::path& file, std::uint64_t bytes,
                          const TakePiece& take) {
  return each_piece(TRY(open_file(file, O_RDONLY)), file, bytes, take);
}

Expected<void> each_piece(const Descriptor& file, const std::filesystem::path& name,
                          std::uint64_t bytes, const TakePiece& take) {
  if (TRY(read_pieces(file, name, bytes, take)) == bytes) return {};
  return fail(ErrorCode::invalid_data, name.string() + " is shorter than it was");
}

Expected<std::uint64_t> each_piece(const Descriptor& file, const std::filesystem::path& name,
                                   const TakePiece& take) {
  return read_pieces(file, name, std::numeric_limits<std::uint64_t>::max(), take);
}

}  // namespace tagtrail::host
