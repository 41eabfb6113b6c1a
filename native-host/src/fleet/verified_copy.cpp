#include "fleet/verified_copy.hpp"

#include <fcntl.h>
#include <fmt/format.h>

#include "system/atomic_file.hpp"
#include "system/private_modes.hpp"
#include "system/sha256.hpp"

namespace tagtrail::host {

Expected<void> copy_verified(const std::filesystem::path& from, const std::string& sha256,
                             const std::filesystem::path& to, std::uint64_t most) {
  TRY(make_private_folders(to.parent_path()));
  // Whoever puts a pipe there must not hold us up.
  const auto source = TRY(open_file(from, O_RDONLY | O_NONBLOCK));
  auto target = TRY(AtomicFile::create_among_others(to, kPrivateFile));
  Sha256 digest;
  std::uint64_t left = most;
  TRY(each_piece(source, from, [&](std::string_view piece) -> Expected<void> {
    if (piece.size() > left) {
      return fail(
          ErrorCode::too_large,
          fmt::format("{} has more than the {} bytes that it may have", from.string(), most));
    }
    left -= piece.size();
    digest.add(piece);
    return target.write(piece);
  }));
  if (digest.hex() != sha256) {
    return fail(ErrorCode::invalid_data, fmt::format("{} has other contents", from.string()));
  }
  return target.publish();
}

}  // namespace tagtrail::host
