// Content codings as HTTP names them (RFC 9110, 8.4): gzip, deflate, br, zstd.
#pragma once

#include <cstddef>
#include <memory>
#include <string_view>

#include "system/codecs/inflate.hpp"

namespace tagtrail::host {

/// Takes one coding off a body while it comes in.
class Decoder {
 public:
  struct Made {
    std::size_t bytes = 0;
    bool damaged = false;  ///< behind them
  };

  virtual ~Decoder() = default;
  /// Reads from the front of `bytes`, and takes off what it has read, until it has filled `room`,
  /// or all is read and nothing is left inside.
  virtual Made decode(std::string_view& bytes, char* room, std::size_t size) = 0;
  /// Whether the body may end here.
  virtual bool complete() const = 0;
};

/// By a name in lower case; null for one that is not known. `deflate` is zlib's container or, as
/// many servers send it, none.
std::unique_ptr<Decoder> decoder_named(std::string_view name);

/// A whole body, within a bound.
Unpacked decode_all(Decoder& decoder, std::string_view body, std::size_t max_bytes);

}  // namespace tagtrail::host
