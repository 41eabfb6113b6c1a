// How much of a page the crawl has not read before. A view of what is known - sorted, filtered,
// printed, of another day on which nothing happened - says next to nothing new.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "tagtrail/bytes.hpp"
#include "tagtrail/exchange.hpp"

namespace tagtrail {

/// What a page or a file adds to what the crawl knows.
enum class Addition : std::uint8_t {
  none = 0,
  weak = 1,    ///< new numbers in known words, or new URLs: a calendar has these, and a good list
  strong = 2,  ///< new words, or a file that was not there
};

/// Which hashes were met, in two generations of bits: it never grows, and forgets what was met
/// long ago rather than take everything for known.
class SeenHashes {
 public:
  /// Whether it is new; it is known afterwards.
  bool add(std::uint64_t hash);

  void save(ByteWriter& out) const;
  bool load(ByteReader& in);

 private:
  static constexpr std::size_t kBits = std::size_t{1} << 21U;
  static constexpr std::size_t kFull = kBits / 4;
  std::vector<std::uint64_t> now_;     ///< empty before the first
  std::vector<std::uint64_t> before_;  ///< empty before the first generation was full
  std::size_t filled_ = 0;             ///< bits set in now_
};

class PageNovelty {
 public:
  /// What the words of the page add: strong when a good share of them is new with numbers and
  /// identifiers left out, weak when it is with numbers, none otherwise. They are known afterwards.
  Addition read(const Page& page);

  void save(ByteWriter& out) const;
  bool load(ByteReader& in);

 private:
  SeenHashes seen_;
};

/// A fingerprint of the words of a page that hangs on no order: two sortings of a list are equal.
std::uint64_t fingerprint_of_words(const Page& page);

}  // namespace tagtrail
