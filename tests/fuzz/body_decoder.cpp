// Bodies of any bytes under up to three content codings: whole or byte by byte, the same comes out,
// in slices that keep to their size.
#include "fetch/body_decoder.hpp"

#include <array>
#include <cstdint>
#include <cstdlib>
#include <string>

using tagtrail::host::BodyDecoder;

namespace {

constexpr std::uint64_t kEnough = 4 << 20;
constexpr std::size_t kPieces = 3 * 64 * 1024;

struct Decoded {
  std::string text;
  bool whole = false;   ///< all of the body was read
  bool enough = false;  ///< it makes more than is looked at
  bool complete = false;
};

Decoded decode(const std::string& coding, std::string_view body, std::size_t piece) {
  Decoded out;
  auto decoder = BodyDecoder::create(coding);
  if (!decoder) std::abort();
  auto step = BodyDecoder::Step::more;
  for (std::size_t at = 0; at < body.size() && step == BodyDecoder::Step::more; at += piece) {
    std::string_view bytes = body.substr(at, piece);
    do {
      const std::uint64_t before = decoder->made();
      step = decoder->feed(bytes, [&](std::string_view made) {
        out.text += made;
        return true;
      });
      if (decoder->made() - before > BodyDecoder::kSlice + kPieces) std::abort();
      out.enough = decoder->made() > kEnough;
    } while (step == BodyDecoder::Step::slice && !out.enough);
    if (step == BodyDecoder::Step::more && !bytes.empty()) std::abort();
  }
  out.whole = step == BodyDecoder::Step::more;
  out.complete = decoder->complete();
  return out;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::array<const char*, 6> kCodings{"gzip", "deflate",    "br",
                                                "zstd", "gzip, zstd", "gzip, gzip, gzip"};
  if (size == 0) return 0;
  const std::string coding = kCodings.at(data[0] % kCodings.size());
  const std::string_view body(reinterpret_cast<const char*>(data) + 1, size - 1);
  const Decoded at_once = decode(coding, body, body.size() + 1);
  const Decoded by_bytes = decode(coding, body, 1);
  if (at_once.enough || by_bytes.enough) return 0;
  if (at_once.whole != by_bytes.whole) std::abort();
  if (!at_once.whole) return 0;
  if (at_once.text != by_bytes.text || at_once.complete != by_bytes.complete) std::abort();
  return 0;
}
