// Takes content codings off a body while it comes in: gzip, deflate, br, zstd (RFC 9110, 8.4).
// libcurl does that too, but takes a stream that ends in its middle for a whole one.
#pragma once

#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "tagtrail/error.hpp"

namespace tagtrail::host {

class BodyDecoder {
 public:
  /// Gets decoded bytes, at most 64 KiB at once; false ends the decoding.
  using Take = std::function<bool(std::string_view)>;
  /// `stopped`: by Take.
  enum class Step { more, damaged, stopped };

  /// One coding of a body.
  class Coding {
   public:
    virtual ~Coding() = default;
    virtual Step feed(std::string_view bytes, const Take& take) = 0;
    /// Whether the body may end here.
    virtual bool complete() const = 0;
  };

  /// Of a Content-Encoding value. Errors: invalid_data for a coding that is not known, or more than
  /// three of them.
  static Expected<BodyDecoder> create(std::string_view content_encoding);

  Step feed(std::string_view bytes, const Take& take) { return feed_from(0, bytes, take); }
  /// Whether all codings were at their end, or nothing came at all.
  bool complete() const;

 private:
  Step feed_from(std::size_t first, std::string_view bytes, const Take& take);

  std::vector<std::unique_ptr<Coding>> codings_;  ///< in the order in which they are taken off
};

}  // namespace tagtrail::host
