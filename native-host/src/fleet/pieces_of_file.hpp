// A file in pieces of one size, kept in packs and put together again.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <vector>

#include "fleet/checkpoint_text.hpp"
#include "fleet/packs.hpp"
#include "system/descriptor.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// Of an opened file its first `bytes`.
struct FileToCut {
  const Descriptor& file;
  const std::filesystem::path& name;  ///< for messages
  std::uint64_t bytes = 0;
  std::uint64_t piece_bytes = 0;
};

/// Pieces whose places are not known before their packs are.
struct KeptPieces {
  std::uint64_t bytes = 0;
  std::uint64_t piece_bytes = 0;
  std::vector<std::size_t> numbers{};  ///< of the writer

  InPieces settled(const std::vector<Piece>& pieces) const;
};

/// `stop`: once true it ends, with `disconnected`. Errors: invalid_data (it is shorter), and those
/// of PackWriter.
Expected<KeptPieces> keep_pieces(PackWriter& writer, const FileToCut& cut,
                                 const std::atomic<bool>& stop);

/// Makes the file, whole or not at all. Errors: those of read_pieces(); io, disk_full.
Expected<void> restore_pieces(Store& store, const InPieces& contents,
                              const std::filesystem::path& file);

}  // namespace tagtrail::host
