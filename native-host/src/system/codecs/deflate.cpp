#include "system/codecs/deflate.hpp"

#include <algorithm>
#include <array>
#include <climits>
#include <new>

namespace tagtrail::host {
namespace {

constexpr std::size_t kDeflatedBytes = 64 * 1024;
constexpr int kGzipWindow = 15 + 16;  // zlib's way to ask for a gzip header
constexpr int kMemory = 8;

}  // namespace

GzipMember::GzipMember(Out out, int level) : out_(std::move(out)) {
  if (deflateInit2(&stream_, level, Z_DEFLATED, kGzipWindow, kMemory, Z_DEFAULT_STRATEGY) != Z_OK) {
    throw std::bad_alloc();
  }
}

GzipMember::~GzipMember() { deflateEnd(&stream_); }

Expected<void> GzipMember::run(std::string_view bytes, int flush) {
  std::array<char, kDeflatedBytes> buffer;
  do {
    const std::size_t size = std::min<std::size_t>(bytes.size(), INT_MAX);
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    stream_.avail_in = static_cast<uInt>(size);
    bytes.remove_prefix(size);
    do {
      stream_.next_out = reinterpret_cast<Bytef*>(buffer.data());
      stream_.avail_out = static_cast<uInt>(buffer.size());
      deflate(&stream_, bytes.empty() ? flush : Z_NO_FLUSH);
      const std::size_t made = buffer.size() - stream_.avail_out;
      if (made == 0) continue;
      TRY(out_({buffer.data(), made}));
    } while (stream_.avail_out == 0);
  } while (!bytes.empty());
  return {};
}

std::string gzip(std::string_view text) {
  std::string packed;
  GzipMember member(
      [&](std::string_view piece) -> Expected<void> {
        packed += piece;
        return {};
      },
      Z_BEST_COMPRESSION);
  (void)member.finish(text);  // a string takes all
  return packed;
}

}  // namespace tagtrail::host
