#include "feeds/inflate.hpp"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>

namespace tagtrail::host {
namespace {

constexpr std::size_t kPiece = 1 << 16;

}  // namespace

Inflated inflate_all(std::string_view body, Container container, std::size_t max_bytes) {
  Inflated out;
  out.cut = true;
  z_stream stream{};
  if (inflateInit2(&stream, static_cast<int>(container)) != Z_OK) return out;
  const std::unique_ptr<z_stream, int (*)(z_stream*)> end(&stream, inflateEnd);
  std::string input(body);  // zlib's interface is not const
  stream.next_in = reinterpret_cast<Bytef*>(input.data());
  stream.avail_in = static_cast<uInt>(std::min<std::size_t>(input.size(), UINT32_MAX));
  std::array<char, kPiece> piece;
  for (;;) {
    stream.next_out = reinterpret_cast<Bytef*>(piece.data());
    stream.avail_out = kPiece;
    const int code = inflate(&stream, Z_NO_FLUSH);
    const std::size_t size = kPiece - stream.avail_out;
    const std::size_t room = max_bytes - out.bytes.size();
    out.bytes.append(piece.data(), std::min(room, size));
    if (size > room) return out;
    if (code == Z_STREAM_END) {
      if (container != Container::gzip || stream.avail_in == 0) break;
      if (inflateReset(&stream) != Z_OK) return out;  // the next gzip member
    } else if (code != Z_OK || (stream.avail_in == 0 && stream.avail_out > 0)) {
      return out;
    }
  }
  out.cut = false;
  return out;
}

bool starts_as_gzip(std::string_view body) { return body.starts_with("\x1F\x8B"); }

}  // namespace tagtrail::host
