// Unpacks what zlib packed: piece by piece, or all of it within a bound.
#pragma once

#include <zlib.h>

#include <cstddef>
#include <string>
#include <string_view>

namespace tagtrail::host {

/// The container around the packed bytes, in zlib's numbers.
enum class Container : int { gzip = 31, zlib = 15, none = -15, gzip_or_zlib = 47 };

/// One stream, or one member after another. zlib compares the checksums.
class Inflate {
 public:
  explicit Inflate(Container container);
  ~Inflate();
  Inflate(const Inflate&) = delete;
  Inflate& operator=(const Inflate&) = delete;

  /// Unpacks from the front of `packed`, and takes off what it has read, until it has filled
  /// `room`, or read all, or the member ends. Returns how much it wrote, also where the rest is
  /// damaged.
  std::size_t some(std::string_view& packed, char* room, std::size_t size);
  bool ended() const { return code_ == Z_STREAM_END; }
  bool damaged() const { return code_ != Z_OK && code_ != Z_BUF_ERROR && !ended(); }
  /// For the next member.
  void again();

 private:
  z_stream stream_{};
  int code_;  ///< of zlib, the last one
};

struct Unpacked {
  std::string bytes;
  bool cut = false;  ///< damaged, incomplete, or over the limit: `bytes` is its beginning
};

/// All members of a gzip file, or the one stream of the others.
Unpacked inflate_all(std::string_view body, Container container, std::size_t max_bytes);

/// The magic bytes of gzip.
inline bool starts_as_gzip(std::string_view body) { return body.starts_with("\x1F\x8B"); }

}  // namespace tagtrail::host
