#include "system/codecs/inflate.hpp"

#include <algorithm>
#include <array>
#include <climits>

namespace tagtrail::host {
namespace {

constexpr std::size_t kInflatedPiece = 1 << 16;

}  // namespace

Inflate::Inflate(Container container)
    : code_(inflateInit2(&stream_, static_cast<int>(container))) {}

Inflate::~Inflate() { inflateEnd(&stream_); }

std::size_t Inflate::some(std::string_view& packed, char* room, std::size_t size) {
  const std::size_t given = std::min<std::size_t>(packed.size(), UINT_MAX);
  stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
  stream_.avail_in = static_cast<uInt>(given);
  stream_.next_out = reinterpret_cast<Bytef*>(room);
  stream_.avail_out = static_cast<uInt>(size);
  code_ = inflate(&stream_, Z_NO_FLUSH);
  packed.remove_prefix(given - stream_.avail_in);
  return size - stream_.avail_out;
}

void Inflate::again() { code_ = inflateReset(&stream_); }

Unpacked inflate_all(std::string_view body, Container container, std::size_t max_bytes) {
  Unpacked out;
  out.cut = true;
  Inflate inflate(container);
  std::array<char, kInflatedPiece> piece;
  while (!inflate.damaged()) {
    const std::size_t size = inflate.some(body, piece.data(), kInflatedPiece);
    const std::size_t room = max_bytes - out.bytes.size();
    out.bytes.append(piece.data(), std::min(room, size));
    if (size > room) break;
    if (inflate.ended()) {
      out.cut = container == Container::gzip && !body.empty();
      if (!out.cut) break;
      inflate.again();  // the next gzip member
    } else if (body.empty() && size < kInflatedPiece) {
      break;
    }
  }
  return out;
}

}  // namespace tagtrail::host
