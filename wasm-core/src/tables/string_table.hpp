// Interned strings with dense ids: URLs, tag paths, anchors. Built for millions of entries: bytes
// in large blocks that never move, one open-addressing table of ids, no node per string.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "tagtrail/bytes.hpp"

namespace tagtrail {

class StringTable {
 public:
  static constexpr std::uint32_t kNone = 0xFFFFFFFFU;

  /// The id of `text`, which is added when new; ids are 0, 1, ... in order of first appearance.
  std::uint32_t intern(std::string_view text);
  /// The id of `text`, or kNone.
  std::uint32_t find(std::string_view text) const;
  /// Valid as long as the table.
  std::string_view at(std::uint32_t id) const;
  std::uint32_t size() const { return static_cast<std::uint32_t>(places_.size()); }
  /// Of all strings together.
  std::uint64_t text_bytes() const { return text_bytes_; }

  void save(ByteWriter& out) const;
  bool load(ByteReader& in);

 private:
  std::size_t slot_of(std::string_view text) const;
  void grow();

  /// Where a string is. 12 bytes: fields of 4.
  struct Place {
    std::uint32_t block = 0;
    std::uint32_t begin = 0;
    std::uint32_t size = 0;
  };
  Place store(std::string_view text);

  std::vector<std::unique_ptr<char[]>> blocks_;
  std::size_t block_used_ = 0;  ///< bytes of the last block
  std::size_t block_size_ = 0;  ///< its size
  std::uint64_t text_bytes_ = 0;
  std::vector<Place> places_;         ///< by id
  std::vector<std::uint32_t> slots_;  ///< id + 1, or 0 for empty; size is a power of two
};

}  // namespace tagtrail
