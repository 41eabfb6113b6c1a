// One gzip member (RFC 1952), made piece by piece.
#pragma once

#include <zlib.h>

#include <functional>
#include <string_view>

#include "tagtrail/error.hpp"

namespace tagtrail::host {

class GzipMember {
 public:
  using Out = std::function<Expected<void>(std::string_view)>;

  /// `out` gets the packed bytes.
  explicit GzipMember(Out out);
  ~GzipMember();
  GzipMember(const GzipMember&) = delete;
  GzipMember& operator=(const GzipMember&) = delete;

  /// Errors: those of `out`.
  Expected<void> add(std::string_view bytes) { return run(bytes, Z_NO_FLUSH); }
  Expected<void> finish() { return run({}, Z_FINISH); }

 private:
  Expected<void> run(std::string_view bytes, int flush);

  Out out_;
  z_stream stream_{};
};

}  // namespace tagtrail::host
