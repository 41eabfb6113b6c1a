#include "fetch/body_decoder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "tagtrail/text.hpp"

namespace tagtrail::host {
namespace {

using std::string_view_literals::operator""sv;
using Step = BodyDecoder::Step;

constexpr std::size_t kPiece = 64 * 1024;
constexpr std::size_t kMaxCodings = 3;

/// Codings of the IANA's list that nobody asked for.
bool is_registered(std::string_view name) {
  constexpr std::array kOthers{"compress"sv,     "x-compress"sv, "dcb"sv, "dcz"sv,
                               "pack200-gzip"sv, "exi"sv,        "sdch"sv};
  return std::find(kOthers.begin(), kOthers.end(), name) != kOthers.end();
}

}  // namespace

Expected<BodyDecoder> BodyDecoder::create(std::string_view content_encoding) {
  BodyDecoder decoder;
  while (!content_encoding.empty()) {
    const std::size_t comma = std::min(content_encoding.find(','), content_encoding.size());
    const std::string name = ascii_lower(trim(content_encoding.substr(0, comma)));
    content_encoding.remove_prefix(std::min(comma + 1, content_encoding.size()));
    auto coding = decoder_named(name);
    // Servers also call a character set, or that there is none, a coding. Browsers take no notice.
    if (!coding && !is_registered(name)) continue;
    if (!coding || decoder.layers_.size() >= kMaxCodings) {
      return fail(ErrorCode::invalid_data,
                  fmt::format("the server sent a content coding that was not asked for: {}",
                              utf8_prefix(name, 40)));
    }
    decoder.layers_.emplace(decoder.layers_.begin())->coding = std::move(coding);
  }
  return decoder;
}

std::string_view BodyDecoder::unread(std::size_t layer) const {
  return std::string_view(layers_[layer].piece).substr(layers_[layer].read);
}

/// The next piece of a layer, out of that of the one before, or of `bytes`.
Step BodyDecoder::make_piece(std::size_t layer, std::string_view& bytes) {
  Layer& made = layers_[layer];
  std::string_view inner = layer == 0 ? bytes : unread(layer - 1);
  const std::size_t before = inner.size();
  made.piece.resize(kPiece);
  made.read = 0;
  const Decoder::Made got = made.coding->decode(inner, made.piece.data(), kPiece);
  made.piece.resize(got.damaged ? 0 : got.bytes);
  if (got.damaged) return Step::damaged;
  made.full = got.bytes == kPiece;
  made_ += got.bytes;
  if (layer == 0) {
    bytes = inner;
  } else {
    layers_[layer - 1].read += before - inner.size();
  }
  return Step::more;
}

/// What has come farthest goes on first, so that no layer ever holds more than one piece.
Step BodyDecoder::feed(std::string_view& bytes, const Take& take) {
  if (layers_.empty()) {
    const std::string_view all = std::exchange(bytes, {});
    return take(all) ? Step::more : Step::stopped;
  }
  const std::uint64_t enough = made_ + kSlice;
  for (;;) {
    std::size_t layer = layers_.size();
    const auto has_work = [&](std::size_t at) {
      return layers_[at].full || !(at == 0 ? bytes : unread(at - 1)).empty();
    };
    while (layer > 0 && !has_work(layer - 1)) --layer;
    if (layer == 0) return Step::more;
    if (made_ >= enough) return Step::slice;
    if (make_piece(layer - 1, bytes) == Step::damaged) return Step::damaged;
    if (layer < layers_.size()) continue;
    const std::string& piece = layers_.back().piece;
    if (!piece.empty() && !take(piece)) return Step::stopped;
  }
}

bool BodyDecoder::complete() const {
  return std::all_of(layers_.begin(), layers_.end(),
                     [](const Layer& layer) { return layer.coding->complete(); });
}

}  // namespace tagtrail::host
