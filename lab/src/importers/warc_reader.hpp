// Records of a WARC file (ISO 28500), one after another, from bytes that are unpacked already.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "importers/byte_source.hpp"

namespace tagtrail::host {

struct WarcRecord {
  std::string type;  ///< response, resource, revisit, request, warcinfo, metadata, ...
  /// Named fields by lower-case name; of repeated ones the first.
  std::map<std::string, std::string, std::less<>> fields;
  std::uint64_t block_bytes = 0;  ///< as declared
  std::string block;              ///< at most `keep` bytes of it

  /// Empty when there is no such field.
  std::string_view field(std::string_view name) const;
  /// WARC-Target-URI, without the angle brackets that some writers put around it.
  std::string_view target() const;
};

class WarcReader {
 public:
  /// Longest head of a record.
  static constexpr std::size_t kMaxHead = 1 << 20;

  /// Borrows the source.
  explicit WarcReader(ByteSource& source) : source_(source) {}

  /// The next record, with at most `keep` bytes of its block; the rest is passed over. Nothing at
  /// the end. Errors: invalid_data (no WARC, cut, damaged), io; nothing can be read after one.
  Expected<std::optional<WarcRecord>> next(std::size_t keep);

 private:
  /// Makes at least `wanted` bytes available, fewer only at the end.
  Expected<void> fill(std::size_t wanted);
  Expected<std::optional<std::string>> read_head();
  Expected<void> read_block(WarcRecord& record, std::size_t keep);
  std::string_view waiting() const { return std::string_view(buffer_).substr(at_); }

  ByteSource& source_;
  std::string buffer_;
  std::size_t at_ = 0;
  bool ended_ = false;
};

}  // namespace tagtrail::host
