#include "system/codecs/decoder.hpp"

#include <brotli/decode.h>
#include <zstd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

namespace tagtrail::host {
namespace {

constexpr std::size_t kPiece = 64 * 1024;

/// gzip in one or many members, and deflate.
class Inflating final : public Decoder {
 public:
  Made decode(std::string_view& bytes, char* room, std::size_t size) override {
    std::size_t made = 0;
    // With nothing to read there may be something left inside.
    do {
      if (state_ != State::within && bytes.empty()) break;
      if (state_ == State::unstarted) start(bytes);
      if (state_ == State::ended) start_next(bytes);
      if (state_ == State::over) {
        bytes = {};
        continue;
      }
      made += inflate_->some(bytes, room + made, size - made);
      if (inflate_->damaged()) return {made, true};
      if (inflate_->ended()) state_ = State::ended;
    } while (!bytes.empty() && made < size);
    return {made};
  }
  bool complete() const override { return state_ != State::within; }

 private:
  /// `over`: what follows the last member is none of the body's.
  enum class State { unstarted, within, ended, over };

  static bool starts_member(std::string_view bytes) { return bytes.front() == '\x1f'; }

  void start(std::string_view bytes) {
    is_gzip_ = starts_member(bytes);
    const bool zlib = (static_cast<unsigned char>(bytes.front()) & 0x0FU) == Z_DEFLATED;
    inflate_.emplace(is_gzip_ || zlib ? Container::gzip_or_zlib : Container::none);
    state_ = State::within;
  }

  void start_next(std::string_view bytes) {
    const bool follows = is_gzip_ && starts_member(bytes);
    state_ = follows ? State::within : State::over;
    if (follows) inflate_->again();
  }

  std::optional<Inflate> inflate_;
  State state_ = State::unstarted;
  bool is_gzip_ = false;
};

class Brotli final : public Decoder {
 public:
  Made decode(std::string_view& bytes, char* room, std::size_t size) override {
    if (!state_) return {0, true};
    if (ended_) {
      bytes = {};
      return {};
    }
    started_ = started_ || !bytes.empty();
    const auto* input = reinterpret_cast<const std::uint8_t*>(bytes.data());
    std::size_t input_left = bytes.size();
    auto* output = reinterpret_cast<std::uint8_t*>(room);
    std::size_t room_left = size;
    const auto result = BrotliDecoderDecompressStream(state_.get(), &input_left, &input, &room_left,
                                                      &output, nullptr);
    bytes.remove_prefix(bytes.size() - input_left);
    ended_ = result == BROTLI_DECODER_RESULT_SUCCESS;
    return {size - room_left, result == BROTLI_DECODER_RESULT_ERROR};
  }
  bool complete() const override { return ended_ || !started_; }

 private:
  std::unique_ptr<BrotliDecoderState, void (*)(BrotliDecoderState*)> state_{
      BrotliDecoderCreateInstance(nullptr, nullptr, nullptr), &BrotliDecoderDestroyInstance};
  bool started_ = false;
  bool ended_ = false;
};

class Zstandard final : public Decoder {
 public:
  Made decode(std::string_view& bytes, char* room, std::size_t size) override {
    if (!context_) return {0, true};
    ZSTD_inBuffer input{bytes.data(), bytes.size(), 0};
    ZSTD_outBuffer output{room, size, 0};
    for (bool on = !bytes.empty() || full_; on;) {
      const std::size_t made = output.pos;
      const std::size_t before = input.pos + made;
      const std::size_t code = ZSTD_decompressStream(context_.get(), &output, &input);
      if (ZSTD_isError(code) != 0) return {made, true};
      // Asked at the end of a frame for what may be left inside, it tells of the next frame.
      if (code == 0 || input.pos + output.pos > before) within_ = code != 0;
      on = input.pos < input.size && output.pos < output.size;
    }
    full_ = output.pos == output.size;
    bytes.remove_prefix(input.pos);
    return {output.pos};
  }
  bool complete() const override { return !within_; }

 private:
  std::unique_ptr<ZSTD_DCtx, std::size_t (*)(ZSTD_DCtx*)> context_{ZSTD_createDCtx(),
                                                                   &ZSTD_freeDCtx};
  bool within_ = false;
  bool full_ = false;
};

}  // namespace

std::unique_ptr<Decoder> decoder_named(std::string_view name) {
  if (name == "gzip" || name == "x-gzip" || name == "deflate") return std::make_unique<Inflating>();
  if (name == "br") return std::make_unique<Brotli>();
  if (name == "zstd") return std::make_unique<Zstandard>();
  return nullptr;
}

Unpacked decode_all(Decoder& decoder, std::string_view body, std::size_t max_bytes) {
  Unpacked out;
  std::array<char, kPiece> piece;
  for (;;) {
    const Decoder::Made made = decoder.decode(body, piece.data(), kPiece);
    const std::size_t room = max_bytes - out.bytes.size();
    out.bytes.append(piece.data(), std::min(room, made.bytes));
    out.cut = made.damaged || made.bytes > room;
    if (out.cut) return out;
    if (!body.empty() || made.bytes == kPiece) continue;
    out.cut = !decoder.complete();
    return out;
  }
}

}  // namespace tagtrail::host
