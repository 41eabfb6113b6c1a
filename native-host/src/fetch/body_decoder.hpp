// Takes content codings off a body while it comes in: gzip, deflate, br, zstd (RFC 9110, 8.4).
// libcurl does that too, but takes a stream that ends in its middle for a whole one. A few bytes
// may unpack to terabytes, and do so between two codings, where nobody sees them: so the work is
// done in slices, and all that comes out of any coding is counted.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "system/codecs/decoder.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

class BodyDecoder {
 public:
  /// Gets decoded bytes, at most 64 KiB at once; false ends the decoding.
  using Take = std::function<bool(std::string_view)>;
  /// `more`: all that came is decoded. `slice`: there is more to do. `stopped`: by Take.
  enum class Step { more, slice, damaged, stopped };

  /// So much comes out of all codings together in a slice, and of each 64 KiB more at most.
  static constexpr std::size_t kSlice = 1 << 20;

  /// Of a Content-Encoding value. What is no coding (utf-8, none) is left out. Errors: invalid_data
  /// for one that can't be taken off, or more than three of them.
  static Expected<BodyDecoder> create(std::string_view content_encoding);

  /// One slice. `bytes` loses what has been read; after Step::slice the rest has to come again, be
  /// it empty.
  Step feed(std::string_view& bytes, const Take& take);
  /// Whether all codings were at their end, or nothing came at all.
  bool complete() const;
  /// What has come out of all codings so far.
  std::uint64_t made() const { return made_; }

 private:
  /// A coding and what has come out of it, but has not gone into the next one yet.
  struct Layer {
    std::unique_ptr<Decoder> coding;
    std::string piece;
    std::size_t read = 0;  ///< of the piece
    bool full = false;     ///< the last piece filled its room: there may be more inside
  };
  std::string_view unread(std::size_t layer) const;
  Step make_piece(std::size_t layer, std::string_view& bytes);

  std::vector<Layer> layers_;  ///< in the order in which they are taken off
  std::uint64_t made_ = 0;
};

}  // namespace tagtrail::host
