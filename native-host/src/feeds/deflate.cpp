#include "feeds/deflate.hpp"

#include <zlib.h>

#include <memory>

namespace tagtrail::host {

std::string gzip(std::string_view text) {
  constexpr int kGzip = 31;
  constexpr int kMemory = 8;
  z_stream stream{};
  if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, kGzip, kMemory, Z_DEFAULT_STRATEGY) !=
      Z_OK) {
    return {};
  }
  const std::unique_ptr<z_stream, int (*)(z_stream*)> end(&stream, deflateEnd);
  std::string input(text);  // zlib's interface is not const
  std::string out(deflateBound(&stream, static_cast<uLong>(input.size())), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(input.data());
  stream.avail_in = static_cast<uInt>(input.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  // The bound holds for one call that ends the stream.
  deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  return out;
}

}  // namespace tagtrail::host
