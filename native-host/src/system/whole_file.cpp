#include "system/whole_file.hpp"

#include <fcntl.h>

#include "system/posix_file.hpp"

namespace tagtrail::host {

Expected<std::string> read_whole_file(const std::filesystem::path& file) {
  const Descriptor opened(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
  std::string bytes;
  const auto take = [&](std::string_view piece) -> Expected<void> {
    bytes += piece;
    return {};
  };
  if (opened && each_piece(opened, file, take)) return bytes;
  return fail(ErrorCode::io, "can't read " + file.string());
}

}  // namespace tagtrail::host
