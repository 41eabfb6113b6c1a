// Which encoding a text is in, and the text as UTF-8.
#pragma once

#include <string>
#include <string_view>

namespace tagtrail::host {

struct DecodedText {
  std::string encoding;   ///< `utf-8`, `utf-16` (with a mark), `windows-1252`, ...
  std::string_view text;  ///< valid UTF-8 without byte order mark
  bool is_text = true;    ///< false: bytes that no text has
};

/// A byte order mark decides; what is valid UTF-8 is that; else libuchardet guesses. A last
/// character that is cut does not count. `storage` keeps the text where it had to be converted.
DecodedText decode_text(std::string_view bytes, std::string& storage);

}  // namespace tagtrail::host
