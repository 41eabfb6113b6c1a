#include "archive/gzip_member.hpp"

#include <algorithm>
#include <array>
#include <climits>
#include <new>

namespace tagtrail::host {
namespace {

constexpr std::size_t kBufferBytes = 64 * 1024;
constexpr int kGzipWindow = 15 + 16;  // zlib's way to ask for a gzip header
constexpr int kMemory = 8;
/// Half the time of the usual level, and a few per cent more bytes: pages wait for this.
constexpr int kLevel = 3;

}  // namespace

GzipMember::GzipMember(Out out) : out_(std::move(out)) {
  if (deflateInit2(&stream_, kLevel, Z_DEFLATED, kGzipWindow, kMemory, Z_DEFAULT_STRATEGY) !=
      Z_OK) {
    throw std::bad_alloc();
  }
}

GzipMember::~GzipMember() { deflateEnd(&stream_); }

Expected<void> GzipMember::run(std::string_view bytes, int flush) {
  std::array<char, kBufferBytes> buffer;
  do {
    const std::size_t size = std::min<std::size_t>(bytes.size(), INT_MAX);
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    stream_.avail_in = static_cast<uInt>(size);
    bytes.remove_prefix(size);
    do {
      stream_.next_out = reinterpret_cast<Bytef*>(buffer.data());
      stream_.avail_out = static_cast<uInt>(buffer.size());
      deflate(&stream_, flush);
      const std::size_t made = buffer.size() - stream_.avail_out;
      if (made == 0) continue;
      TRY(out_({buffer.data(), made}));
    } while (stream_.avail_out == 0);
  } while (!bytes.empty());
  return {};
}

}  // namespace tagtrail::host
