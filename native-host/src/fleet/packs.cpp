#include "fleet/packs.hpp"

#include <algorithm>

#include "system/codecs/zstd.hpp"
#include "system/sha256.hpp"

namespace tagtrail::host {
namespace {

constexpr std::size_t kIdentityDigits = 32;
/// A pack, and a piece that zstd made no smaller.
constexpr std::uint64_t kLargestPack = kPackBytes + 2 * kLargestPiece;

std::span<const std::uint8_t> bytes_of(std::string_view text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

std::string_view text_of(const Bytes& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

Expected<Bytes> contents_in(const std::string& pack, const Piece& piece) {
  if (piece.offset > pack.size() || piece.length > pack.size() - piece.offset) {
    return fail(ErrorCode::invalid_data, "a piece of the checkpoint is not where it should be");
  }
  Bytes contents = TRY(decompress(std::string_view(pack).substr(piece.offset, piece.length)));
  if (piece_identity(text_of(contents)) == piece.identity) return contents;
  return fail(ErrorCode::invalid_data, "a piece of the checkpoint is damaged");
}

}  // namespace

std::string piece_identity(std::string_view contents) {
  return sha256_of(contents).substr(0, kIdentityDigits);
}

void PackWriter::knows(const std::vector<Pack>& packs, const std::vector<Piece>& pieces) {
  std::map<std::string, std::uint64_t> named;
  for (const Piece& piece : pieces) named[piece.pack] += piece.length;
  for (const Pack& pack : packs) bytes_[pack.sha256] = pack.bytes;
  for (const Piece& piece : pieces) {
    if (named[piece.pack] * 2 >= bytes_[piece.pack]) known_.try_emplace(piece.identity, piece);
  }
}

Expected<std::size_t> PackWriter::keep(std::string_view contents) {
  const std::size_t number = kept_.size();
  std::string identity = piece_identity(contents);
  if (const auto known = known_.find(identity); known != known_.end()) {
    kept_.push_back(known->second);
    return number;
  }
  if (const auto fresh = fresh_.find(identity); fresh != fresh_.end()) {
    waiting_.push_back(number);
    kept_.push_back(kept_[fresh->second]);
    return number;
  }
  if (pack_.empty()) pack_.assign(maker_).push_back('\n');
  const Bytes frame = TRY(compress(bytes_of(contents)));
  fresh_.emplace(identity, number);
  kept_.push_back({{}, pack_.size(), frame.size(), std::move(identity)});
  waiting_.push_back(number);
  pack_.append(text_of(frame));
  if (pack_.size() >= kPackBytes) TRY(store_pack());
  return number;
}

Expected<void> PackWriter::store_pack() {
  const std::string name = sha256_of(pack_);
  TRY(store_.put_bytes(pack_, name));
  bytes_[name] = pack_.size();
  for (const std::size_t number : waiting_) {
    kept_[number].pack = name;
    known_.insert_or_assign(kept_[number].identity, kept_[number]);
  }
  waiting_.clear();
  fresh_.clear();
  pack_.clear();
  return {};
}

Expected<PackWriter::Kept> PackWriter::settle() {
  if (!pack_.empty()) TRY(store_pack());
  std::set<std::string> names;
  for (const Piece& piece : kept_) names.insert(piece.pack);
  Kept kept{std::move(kept_), {}};
  for (const std::string& name : names) kept.packs.push_back({name, bytes_[name]});
  kept_.clear();
  return kept;
}

Expected<void> read_pieces(Store& store, const std::vector<Piece>& pieces,
                           const TakeContents& take) {
  std::vector<std::size_t> order(pieces.size());
  for (std::size_t at = 0; at < order.size(); ++at) order[at] = at;
  std::stable_sort(order.begin(), order.end(), [&pieces](std::size_t one, std::size_t other) {
    return pieces[one].pack < pieces[other].pack;
  });
  std::string pack;
  const std::string* name = nullptr;
  for (const std::size_t number : order) {
    const Piece& piece = pieces[number];
    if (name == nullptr || *name != piece.pack) {
      pack = TRY(store.get_bytes(piece.pack, kLargestPack));
      name = &piece.pack;
    }
    TRY(take(number, text_of(TRY(contents_in(pack, piece)))));
  }
  return {};
}

}  // namespace tagtrail::host
