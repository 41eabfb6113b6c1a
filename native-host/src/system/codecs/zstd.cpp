#include "system/codecs/zstd.hpp"

#include <fmt/format.h>
#include <zstd.h>

#include <memory>

namespace tagtrail::host {
namespace {

constexpr int kLevel = 3;
constexpr unsigned long long kMaxBytes = 1ULL << 30U;

struct FreeCompressor {
  void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
};

/// Setting up a context costs more than a small record does, so each thread keeps one.
ZSTD_CCtx* compressor() {
  thread_local const std::unique_ptr<ZSTD_CCtx, FreeCompressor> context = [] {
    std::unique_ptr<ZSTD_CCtx, FreeCompressor> made(ZSTD_createCCtx());
    if (made) {
      ZSTD_CCtx_setParameter(made.get(), ZSTD_c_compressionLevel, kLevel);
      ZSTD_CCtx_setParameter(made.get(), ZSTD_c_checksumFlag, 1);
    }
    return made;
  }();
  return context.get();
}

}  // namespace

Expected<Bytes> compress(std::span<const std::uint8_t> bytes) {
  if (compressor() == nullptr) return fail(ErrorCode::internal, "out of memory for zstd");
  Bytes frame(ZSTD_compressBound(bytes.size()));
  const std::size_t size =
      ZSTD_compress2(compressor(), frame.data(), frame.size(), bytes.data(), bytes.size());
  if (ZSTD_isError(size) != 0) {
    return fail(ErrorCode::internal, fmt::format("zstd: {}", ZSTD_getErrorName(size)));
  }
  frame.resize(size);
  return frame;
}

Expected<Bytes> decompress(std::string_view frame) {
  const auto size = ZSTD_getFrameContentSize(frame.data(), frame.size());
  if (size == ZSTD_CONTENTSIZE_ERROR || size == ZSTD_CONTENTSIZE_UNKNOWN) {
    return fail(ErrorCode::invalid_data, "not a zstd frame of known size");
  }
  if (size > kMaxBytes) return fail(ErrorCode::too_large, "zstd frame of over 1 GiB");
  Bytes bytes(static_cast<std::size_t>(size));
  const std::size_t got = ZSTD_decompress(bytes.data(), bytes.size(), frame.data(), frame.size());
  if (ZSTD_isError(got) != 0) {
    return fail(ErrorCode::invalid_data, fmt::format("zstd: {}", ZSTD_getErrorName(got)));
  }
  bytes.resize(got);
  return bytes;
}

}  // namespace tagtrail::host
