// Pages whose relative links lead deeper and deeper to pages of the same links: `news/` on a page
// with which a site answers whatever is asked below it.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>

#include "tagtrail/bytes.hpp"
#include "tagtrail/exchange.hpp"

namespace tagtrail {

class Echoes {
 public:
  /// A page was read, to which a link of the page `source` led (keys; empty: none did). What leads
  /// deeper by the same links as the page above, which did so itself, is an echo; and so is from
  /// then on every page of its origin with these links. Links to files of data are no such links.
  void read(std::string_view key, std::string_view source, const Page& page);

  /// The echo that a link on the page `source` leads deeper into; nothing when there is none.
  std::optional<std::uint64_t> deeper(std::string_view key, std::string_view source) const;

  /// Whether every page deeper in it had these links, and enough of them.
  bool is_sure(std::uint64_t echo) const;

  void save(ByteWriter& out) const;
  bool load(ByteReader& in);

 private:
  struct Seen {
    std::uint64_t shape = 0;  ///< its links below its own folder; 0: it has none, or files
    std::uint32_t depth = 0;  ///< pages above it, in a row, of the same
  };

  /// Of pages of one shape: what their links below their folder led to.
  struct Shape {
    std::uint32_t same = 0;
    std::uint32_t other = 0;
    bool is_echo = false;
  };

  std::unordered_map<std::uint64_t, Seen> pages_;    ///< by the hash of their keys
  std::unordered_map<std::uint64_t, Shape> shapes_;  ///< of which one led to another of the same
};

}  // namespace tagtrail
