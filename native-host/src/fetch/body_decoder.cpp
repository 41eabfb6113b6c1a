#include "fetch/body_decoder.hpp"

#include <brotli/decode.h>
#include <fmt/format.h>
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <array>
#include <string>

#include "tagtrail/text.hpp"

namespace tagtrail::host {
namespace {

using Step = BodyDecoder::Step;
using Take = BodyDecoder::Take;

constexpr std::size_t kPiece = 64 * 1024;
constexpr std::size_t kMaxCodings = 3;
constexpr int kGzipOrZlib = 15 + 32;
constexpr int kBareDeflate = -15;
using Piece = std::array<char, kPiece>;

/// gzip, and deflate in zlib's container or, as many servers send it, in none.
class Inflating final : public BodyDecoder::Coding {
 public:
  Inflating() = default;
  ~Inflating() override {
    if (state_ != State::unstarted) inflateEnd(&stream_);
  }
  Inflating(const Inflating&) = delete;
  Inflating& operator=(const Inflating&) = delete;

  Step feed(std::string_view bytes, const Take& take) override {
    while (!bytes.empty()) {
      if (state_ == State::unstarted && !start(bytes)) return Step::damaged;
      // Another member follows, or something that is none of the body's.
      if (state_ == State::ended && (!is_gzip_ || !starts_as_gzip(bytes))) return Step::more;
      if (state_ == State::ended) inflateReset(&stream_);
      state_ = State::within;
      if (const Step step = inflate_some(bytes, take); step != Step::more) return step;
    }
    return Step::more;
  }
  bool complete() const override { return state_ != State::within; }

 private:
  enum class State { unstarted, within, ended };

  static bool starts_as_gzip(std::string_view bytes) { return bytes.front() == '\x1f'; }

  bool start(std::string_view bytes) {
    is_gzip_ = starts_as_gzip(bytes);
    const bool zlib = (static_cast<unsigned char>(bytes.front()) & 0x0FU) == Z_DEFLATED;
    if (inflateInit2(&stream_, is_gzip_ || zlib ? kGzipOrZlib : kBareDeflate) != Z_OK) return false;
    state_ = State::within;
    return true;
  }

  /// To the end of the bytes or of the member, what comes first.
  Step inflate_some(std::string_view& bytes, const Take& take) {
    Piece piece;
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    stream_.avail_in = static_cast<uInt>(bytes.size());
    int code = Z_OK;
    do {
      stream_.next_out = reinterpret_cast<Bytef*>(piece.data());
      stream_.avail_out = kPiece;
      code = inflate(&stream_, Z_NO_FLUSH);
      if (code != Z_OK && code != Z_STREAM_END && code != Z_BUF_ERROR) return Step::damaged;
      const std::size_t size = kPiece - stream_.avail_out;
      if (size > 0 && !take({piece.data(), size})) return Step::stopped;
    } while (code != Z_STREAM_END && (stream_.avail_in > 0 || stream_.avail_out == 0));
    bytes.remove_prefix(bytes.size() - stream_.avail_in);
    if (code == Z_STREAM_END) state_ = State::ended;
    return Step::more;
  }

  z_stream stream_{};
  State state_ = State::unstarted;
  bool is_gzip_ = false;
};

class Brotli final : public BodyDecoder::Coding {
 public:
  Step feed(std::string_view bytes, const Take& take) override {
    if (!state_) return Step::damaged;
    if (ended_) return Step::more;
    started_ = started_ || !bytes.empty();
    const auto* input = reinterpret_cast<const std::uint8_t*>(bytes.data());
    std::size_t input_left = bytes.size();
    Piece piece;
    for (;;) {
      auto* output = reinterpret_cast<std::uint8_t*>(piece.data());
      std::size_t room = kPiece;
      const auto result =
          BrotliDecoderDecompressStream(state_.get(), &input_left, &input, &room, &output, nullptr);
      if (room < kPiece && !take({piece.data(), kPiece - room})) return Step::stopped;
      if (result == BROTLI_DECODER_RESULT_ERROR) return Step::damaged;
      ended_ = result == BROTLI_DECODER_RESULT_SUCCESS;
      if (result != BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT) return Step::more;
    }
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
  Step feed(std::string_view bytes, const Take& take) override {
    if (!context_) return Step::damaged;
    ZSTD_inBuffer input{bytes.data(), bytes.size(), 0};
    Piece piece;
    bool full = false;
    while (input.pos < input.size || full) {
      ZSTD_outBuffer output{piece.data(), kPiece, 0};
      const std::size_t code = ZSTD_decompressStream(context_.get(), &output, &input);
      if (ZSTD_isError(code) != 0) return Step::damaged;
      if (output.pos > 0 && !take({piece.data(), output.pos})) return Step::stopped;
      full = output.pos == kPiece;
      within_ = code != 0;
    }
    return Step::more;
  }
  bool complete() const override { return !within_; }

 private:
  std::unique_ptr<ZSTD_DCtx, std::size_t (*)(ZSTD_DCtx*)> context_{ZSTD_createDCtx(),
                                                                   &ZSTD_freeDCtx};
  bool within_ = false;
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
    if (!coding || decoder.codings_.size() >= kMaxCodings) {
      return fail(ErrorCode::invalid_data,
                  fmt::format("the server sent a content coding that was not asked for: {}",
                              utf8_prefix(name, 40)));
    }
    decoder.codings_.insert(decoder.codings_.begin(), std::move(coding));
  }
  return decoder;
}

Step BodyDecoder::feed_from(std::size_t first, std::string_view bytes, const Take& take) {
  if (first == codings_.size()) return take(bytes) ? Step::more : Step::stopped;
  Step inner = Step::more;
  const Step outer = codings_[first]->feed(bytes, [&](std::string_view piece) {
    inner = feed_from(first + 1, piece, take);
    return inner == Step::more;
  });
  return outer == Step::stopped ? inner : outer;
}

bool BodyDecoder::complete() const {
  return std::all_of(codings_.begin(), codings_.end(),
                     [](const auto& coding) { return coding->complete(); });
}

}  // namespace tagtrail::host
