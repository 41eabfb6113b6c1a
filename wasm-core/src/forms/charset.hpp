// An encoding that forms are sent in, but for UTF-8: as much of it as the pages of the crawl have
// shown (CharsetCodes). So the engine writes the same bytes wherever it runs, and has no tables.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "tagtrail/bytes.hpp"
#include "tagtrail/query_form.hpp"

namespace tagtrail {

class Charset {
 public:
  static constexpr std::size_t kMost = 20'000;  ///< characters kept; later ones are not learnt

  void learn(const CharsetCodes& codes);
  /// The bytes that a form sends for a text, as the HTML standard has it: `&#8594;` for what the
  /// encoding lacks. Nothing where that is not known of a character.
  std::optional<std::string> write(std::string_view text) const;
  /// What such bytes say; what is not known becomes U+FFFD.
  std::string read(std::string_view bytes) const;

  void save(ByteWriter& out) const;
  /// False when malformed.
  bool load(ByteReader& in);

 private:
  void add(std::uint32_t character, std::string_view bytes);

  std::map<std::uint32_t, std::string> bytes_;  ///< empty: the encoding has no such character
  std::map<std::string, std::uint32_t, std::less<>> characters_;
};

}  // namespace tagtrail
