// A stream of bytes to read a recording from, in pieces of the caller's size.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "tagtrail/error.hpp"

namespace tagtrail::host {

class ByteSource {
 public:
  virtual ~ByteSource() = default;
  /// The next bytes, at most as many as the source likes to give at once; empty at the end. The
  /// view lives until the next call. Errors: io, invalid_data (damaged or cut).
  virtual Expected<std::string_view> next() = 0;
};

/// Bytes that are in memory already.
class MemorySource final : public ByteSource {
 public:
  explicit MemorySource(std::string bytes) : bytes_(std::move(bytes)) {}
  Expected<std::string_view> next() override {
    const std::string_view all = std::string_view(bytes_).substr(given_ ? bytes_.size() : 0);
    given_ = true;
    return all;
  }

 private:
  std::string bytes_;
  bool given_ = false;
};

}  // namespace tagtrail::host
