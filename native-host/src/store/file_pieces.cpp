#include "store/file_pieces.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <vector>

namespace tagtrail::host {
namespace {

constexpr std::size_t kPieceBytes = 256 * 1024;

}  // namespace

Expected<void> each_piece(const std::filesystem::path& file, std::uint64_t bytes,
                          const std::function<Expected<void>(std::string_view)>& take) {
  const auto opened = TRY(open_file(file, O_RDONLY));
  return each_piece(opened, file, bytes, take);
}

Expected<void> each_piece(const Descriptor& file, const std::filesystem::path& name,
                          std::uint64_t bytes,
                          const std::function<Expected<void>(std::string_view)>& take) {
  std::vector<char> buffer(kPieceBytes);
  while (bytes > 0) {
    const std::size_t wanted =
        static_cast<std::size_t>(std::min<std::uint64_t>(bytes, buffer.size()));
    const ssize_t size = ::read(file.get(), buffer.data(), wanted);
    if (size < 0 && errno == EINTR) continue;
    if (size < 0) return system_failure(errno, name.string());
    if (size == 0) {
      return fail(ErrorCode::invalid_data, name.string() + " is shorter than it was");
    }
    bytes -= static_cast<std::uint64_t>(size);
    TRY(take({buffer.data(), static_cast<std::size_t>(size)}));
  }
  return {};
}

}  // namespace tagtrail::host
