// One gzip member (RFC 1952), made piece by piece or at once.
#pragma once

#include <zlib.h>

#include <functional>
#include <string>
#include <string_view>

#include "tagtrail/error.hpp"

namespace tagtrail::host {

class GzipMember {
 public:
  using Out = std::function<Expected<void>(std::string_view)>;
  /// Half the time of zlib's usual level, and a few per cent more bytes: pages wait for this.
  static constexpr int kQuick = 3;

  /// `out` gets the packed bytes.
  explicit GzipMember(Out out, int level = kQuick);
  ~GzipMember();
  GzipMember(const GzipMember&) = delete;
  GzipMember& operator=(const GzipMember&) = delete;

  /// Errors: those of `out`.
  Expected<void> add(std::string_view bytes) { return run(bytes, Z_NO_FLUSH); }
  Expected<void> finish(std::string_view last = {}) { return run(last, Z_FINISH); }

 private:
  Expected<void> run(std::string_view bytes, int flush);

  Out out_;
  z_stream stream_{};
};

/// `text` as a small gzip file without name or time: equal text, equal bytes.
std::string gzip(std::string_view text);

}  // namespace tagtrail::host
