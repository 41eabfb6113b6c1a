// Pieces of what changes (a database, lists, a growing file), many in one object of the store.
//
// A piece is named by its contents, so that one that did not change is not stored again. New ones
// go into packs, compressed. A pack begins with the words of its maker, the holder of a site, and
// so is the only one of its name: whoever made it may remove it when nothing of it is named any
// more.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "fleet/store.hpp"
#include "tagtrail/bytes.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// Larger ones are closed; the last piece may go beyond.
inline constexpr std::uint64_t kPackBytes = 8U << 20U;
/// Of a piece, before it is compressed.
inline constexpr std::uint64_t kLargestPiece = 4U << 20U;

struct Piece {
  std::string pack;  ///< digest of the pack
  std::uint64_t offset = 0;
  std::uint64_t length = 0;  ///< there
  std::string identity;      ///< of its contents: the first half of their SHA-256
  bool operator==(const Piece&) const = default;
};

struct Pack {
  std::string sha256;
  std::uint64_t bytes = 0;
  bool operator==(const Pack&) const = default;
};

/// The first half of the SHA-256 of contents, in hex.
std::string piece_identity(std::string_view contents);

/// Stores the pieces that are not there yet. Not thread-safe.
class PackWriter {
 public:
  /// `maker`: begins each pack. Both are borrowed.
  PackWriter(Store& store, std::string_view maker) : store_(store), maker_(maker) {}

  /// What an earlier checkpoint has. Of a pack of which less than half is still named, the pieces
  /// are stored anew when they are kept, so that it can go.
  void knows(const std::vector<Pack>& packs, const std::vector<Piece>& pieces);

  /// At most kLargestPiece. Its place holds once settle() was called: the name of a pack is known
  /// when it is full. Returns its number, from 0. Errors: those of Store.
  Expected<std::size_t> keep(std::string_view contents);
  /// Stores what waits. The pieces by their numbers, and the packs that they are in, sorted.
  struct Kept {
    std::vector<Piece> pieces;
    std::vector<Pack> packs;
  };
  Expected<Kept> settle();

 private:
  Expected<void> store_pack();

  Store& store_;
  std::string_view maker_;
  std::unordered_map<std::string, Piece> known_;  ///< by identity
  std::map<std::string, std::uint64_t> bytes_;    ///< of packs
  std::vector<Piece> kept_;
  std::vector<std::size_t> waiting_;  ///< of kept_: in the pack that is being made
  std::unordered_map<std::string, std::size_t> fresh_;  ///< by identity: of kept_
  std::string pack_;
};

/// Reads pieces out of the store, each pack once: `take` gets the number of each piece and its
/// contents, in the order of packs. Errors: invalid_data (a pack or piece is damaged), too_large,
/// those of Store and of `take`.
using TakeContents = std::function<Expected<void>(std::size_t number, std::string_view contents)>;
Expected<void> read_pieces(Store& store, const std::vector<Piece>& pieces,
                           const TakeContents& take);

}  // namespace tagtrail::host
