// Which encoding a text is in, and the text as UTF-8.
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace tagtrail::host {

struct DecodedText {
  std::string encoding;       ///< `utf-8`, `utf-16` (with a mark), `windows-1252`, ...
  std::string_view text;      ///< valid UTF-8 without byte order mark
  bool is_text = true;        ///< false: bytes that no text has, one in a hundred or more
  bool has_controls = false;  ///< some of them
};

/// A byte order mark decides; what is valid UTF-8 is that; else guess_encoding(). A last
/// character that is cut does not count. `storage` keeps the text where it had to be converted.
DecodedText decode_text(std::string_view bytes, std::string& storage);

/// The encoding of texts that are no UTF-8, as iconv knows it: by the letters of languages, or what
/// libuchardet takes it for.
std::string guess_encoding(std::string_view bytes);

/// Short texts of one encoding, one after the other.
class TextConverter {
 public:
  /// `encoding`: as iconv knows it; one that it does not know counts as windows-1252.
  explicit TextConverter(const std::string& encoding);
  /// As UTF-8, until the next call. What is UTF-8 already stays as it is.
  std::string_view convert(std::string_view bytes);

 private:
  struct Close {
    void operator()(void* converter) const;
  };
  std::unique_ptr<void, Close> converter_;
  std::string text_;
};

}  // namespace tagtrail::host
