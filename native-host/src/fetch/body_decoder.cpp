#include "fetch/body_decoder.hpp"

#include <brotli/decode.h>
#include <fmt/format.h>
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <utility>

#include "tagtrail/text.hpp"

namespace tagtrail::host {
namespace {

using Step = BodyDecoder::Step;

constexpr std::size_t kPiece = 64 * 1024;
constexpr std::size_t kMaxCodings = 3;
constexpr int kGzipOrZlib = 15 + 32;
constexpr int kBareDeflate = -15;

tl::unexpected<Error> damaged() {
  return fail(ErrorCode::invalid_data, "the coding of the body is damaged");
}

/// gzip, and deflate in zlib's container or, as many servers send it, in none.
class Inflating final : public BodyDecoder::Coding {
 public:
  Inflating() = default;
  ~Inflating() override {
    if (state_ != State::unstarted) inflateEnd(&stream_);
  }
  Inflating(const Inflating&) = delete;
  Inflating& operator=(const Inflating&) = delete;

  Expected<std::size_t> decode(std::string_view& bytes, char* room, std::size_t size) override {
    stream_.next_out = reinterpret_cast<Bytef*>(room);
    stream_.avail_out = static_cast<uInt>(size);
    // With nothing to read there may be something left inside.
    do {
      if (state_ != State::within && bytes.empty()) break;
      if (state_ == State::unstarted && !start(bytes)) return damaged();
      if (state_ == State::ended) start_next(bytes);
      if (state_ == State::over) {
        bytes = {};
      } else if (!inflate_some(bytes)) {
        return damaged();
      }
    } while (!bytes.empty() && stream_.avail_out > 0);
    return size - stream_.avail_out;
  }
  bool complete() const override { return state_ != State::within; }

 private:
  /// `over`: what follows the last member is none of the body's.
  enum class State { unstarted, within, ended, over };

  static bool starts_as_gzip(std::string_view bytes) { return bytes.front() == '\x1f'; }

  bool start(std::string_view bytes) {
    is_gzip_ = starts_as_gzip(bytes);
    const bool zlib = (static_cast<unsigned char>(bytes.front()) & 0x0FU) == Z_DEFLATED;
    if (inflateInit2(&stream_, is_gzip_ || zlib ? kGzipOrZlib : kBareDeflate) != Z_OK) return false;
    state_ = State::within;
    return true;
  }

  void start_next(std::string_view bytes) {
    const bool follows = is_gzip_ && starts_as_gzip(bytes);
    state_ = follows ? State::within : State::over;
    if (follows) inflateReset(&stream_);
  }

  /// To the end of the bytes, of the room or of the member, what comes first.
  bool inflate_some(std::string_view& bytes) {
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    stream_.avail_in = static_cast<uInt>(bytes.size());
    const int code = inflate(&stream_, Z_NO_FLUSH);
    if (code != Z_OK && code != Z_STREAM_END && code != Z_BUF_ERROR) return false;
    bytes.remove_prefix(bytes.size() - stream_.avail_in);
    if (code == Z_STREAM_END) state_ = State::ended;
    return true;
  }

  z_stream stream_{};
  State state_ = State::unstarted;
  bool is_gzip_ = false;
};

class Brotli final : public BodyDecoder::Coding {
 public:
  Expected<std::size_t> decode(std::string_view& bytes, char* room, std::size_t size) override {
    if (!state_) return damaged();
    if (ended_) {
      bytes = {};
      return std::size_t{0};
    }
    started_ = started_ || !bytes.empty();
    const auto* input = reinterpret_cast<const std::uint8_t*>(bytes.data());
    std::size_t input_left = bytes.size();
    auto* output = reinterpret_cast<std::uint8_t*>(room);
    std::size_t room_left = size;
    const auto result = BrotliDecoderDecompressStream(state_.get(), &input_left, &input, &room_left,
                                                      &output, nullptr);
    bytes.remove_prefix(bytes.size() - input_left);
    if (result == BROTLI_DECODER_RESULT_ERROR) return damaged();
    ended_ = result == BROTLI_DECODER_RESULT_SUCCESS;
    return size - room_left;
  }
  bool complete() const override { return ended_ || !started_; }

 private:
  std::unique_ptr<BrotliDecoderState, void (*)(BrotliDecoderState*)> state_{
      BrotliDecoderCreateInstance(nullptr, nullptr, nullptr), &BrotliDecoderDestroyInstance};
  bool started_ = false;
  bool ended_ = false;
};

class Zstandard final : public BodyDecoder::Coding {
 public:
  Expected<std::size_t> decode(std::string_view& bytes, char* room, std::size_t size) override {
    if (!context_) return damaged();
    ZSTD_inBuffer input{bytes.data(), bytes.size(), 0};
    ZSTD_outBuffer output{room, size, 0};
    for (bool on = !bytes.empty() || full_; on;) {
      const std::size_t before = input.pos + output.pos;
      const std::size_t code = ZSTD_decompressStream(context_.get(), &output, &input);
      if (ZSTD_isError(code) != 0) return damaged();
      // Asked at the end of a frame for what may be left inside, it tells of the next frame.
      if (code == 0 || input.pos + output.pos > before) within_ = code != 0;
      on = input.pos < input.size && output.pos < output.size;
    }
    full_ = output.pos == output.size;
    bytes.remove_prefix(input.pos);
    return output.pos;
  }
  bool complete() const override { return !within_; }

 private:
  std::unique_ptr<ZSTD_DCtx, std::size_t (*)(ZSTD_DCtx*)> context_{ZSTD_createDCtx(),
                                                                   &ZSTD_freeDCtx};
  bool within_ = false;
  bool full_ = false;
};

std::unique_ptr<BodyDecoder::Coding> coding_named(const std::string& name) {
  if (name == "gzip" || name == "x-gzip" || name == "deflate") return std::make_unique<Inflating>();
  if (name == "br") return std::make_unique<Brotli>();
  if (name == "zstd") return std::make_unique<Zstandard>();
  return nullptr;
}

}  // namespace

Expected<BodyDecoder> BodyDecoder::create(std::string_view content_encoding) {
  BodyDecoder decoder;
  while (!content_encoding.empty()) {
    const std::size_t comma = std::min(content_encoding.find(','), content_encoding.size());
    const std::string name = ascii_lower(trim(content_encoding.substr(0, comma)));
    content_encoding.remove_prefix(std::min(comma + 1, content_encoding.size()));
    if (name.empty() || name == "identity" || name == "none") continue;
    auto coding = coding_named(name);
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
  const auto size = made.coding->decode(inner, made.piece.data(), kPiece);
  made.piece.resize(size.value_or(0));
  if (!size) return Step::damaged;
  made.full = *size == kPiece;
  made_ += *size;
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
