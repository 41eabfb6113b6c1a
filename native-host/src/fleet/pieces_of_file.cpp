#include "fleet/pieces_of_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

#include "system/posix_file.hpp"
#include "system/private_modes.hpp"

namespace tagtrail::host {
namespace {

namespace fs = std::filesystem;

Expected<void> write_at(const Descriptor& file, std::string_view bytes, std::uint64_t offset,
                        const fs::path& name) {
  if (::lseek(file.get(), static_cast<off_t>(offset), SEEK_SET) < 0) {
    return system_failure(errno, name.string());
  }
  return write_all(file.get(), bytes, name);
}

Expected<void> fill(Store& store, const InPieces& contents, const fs::path& file) {
  const auto made = TRY(open_file(file, O_WRONLY | O_CREAT | O_TRUNC));
  TRY(read_pieces(
      store, contents.pieces, [&](std::size_t number, std::string_view piece) -> Expected<void> {
        const std::uint64_t offset = number * contents.piece_bytes;
        const std::uint64_t wanted = std::min(contents.piece_bytes, contents.bytes - offset);
        if (piece.size() == wanted) return write_at(made, piece, offset, file);
        return fail(ErrorCode::invalid_data, "a piece of the checkpoint is damaged");
      }));
  if (::fsync(made.get()) == 0) return {};
  return system_failure(errno, file.string());
}

}  // namespace

InPieces KeptPieces::settled(const std::vector<Piece>& pieces) const {
  InPieces contents{bytes, piece_bytes, {}};
  for (const std::size_t number : numbers) contents.pieces.push_back(pieces[number]);
  return contents;
}

Expected<KeptPieces> keep_pieces(PackWriter& writer, const FileToCut& cut,
                                 const std::atomic<bool>& stop) {
  KeptPieces kept{cut.bytes, cut.piece_bytes};
  std::string piece;
  for (std::uint64_t offset = 0; offset < cut.bytes; offset += piece.size()) {
    if (stop) return fail(ErrorCode::disconnected, "the checkpoint was given up");
    piece.clear();
    TRY(each_piece(cut.file, cut.name, std::min(cut.piece_bytes, cut.bytes - offset),
                   [&piece](std::string_view part) -> Expected<void> {
                     piece.append(part);
                     return {};
                   }));
    kept.numbers.push_back(TRY(writer.keep(piece)));
  }
  return kept;
}

Expected<void> restore_pieces(Store& store, const InPieces& contents, const fs::path& file) {
  TRY(make_private_folders(file.parent_path()));
  const fs::path unfinished = file.string() + ".restoring";
  std::error_code error;
  if (auto filled = fill(store, contents, unfinished); !filled) {
    fs::remove(unfinished, error);
    return filled;
  }
  fs::rename(unfinished, file, error);
  if (error) return system_failure(error.value(), file.string());
  return sync_directory(file.parent_path());
}

}  // namespace tagtrail::host
