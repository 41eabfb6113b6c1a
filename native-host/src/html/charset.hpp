// Which encoding an HTML document is in, and its text as UTF-8.
#pragma once

#include <iconv.h>

#include <string>
#include <string_view>

namespace tagtrail::host {

/// The iconv name of a WHATWG encoding label ("latin1" -> "WINDOWS-1252"), empty when the label is
/// unknown. UTF-8 is "UTF-8".
std::string encoding_of_label(std::string_view label);

/// The charset parameter of a Content-Type value, empty when it has none.
std::string charset_parameter(std::string_view content_type);

/// The label that a <meta> element among the first 1024 bytes declares (WHATWG "prescan a byte
/// stream"), empty when there is none.
std::string prescan_meta_charset(std::string_view html);

/// The label in `<?xml version="1.0" encoding="..."?>`, empty when there is none.
std::string_view xml_declared_charset(std::string_view xml);

struct HtmlText {
  std::string_view text;  ///< UTF-8 without byte order mark
  std::string encoding;   ///< the iconv name of what it was in
};

/// `html` as UTF-8: BOM > HTTP charset > <meta> > XML declaration > UTF-8 if valid > windows-1252;
/// unknown labels do not count. Always valid: what is no character becomes U+FFFD. The text is a
/// view into `html` when nothing had to change, else into `storage`.
HtmlText html_as_utf8(std::string_view html, std::string_view content_type, std::string& storage);

/// How pages in one encoding (an iconv name) write characters in bytes.
class Encoder {
 public:
  explicit Encoder(const std::string& encoding);
  ~Encoder();
  Encoder(const Encoder&) = delete;
  Encoder& operator=(const Encoder&) = delete;

  /// False when the C library lacks its table.
  bool usable() const;
  /// Empty: it has no such character.
  std::string code(char32_t character);

 private:
  iconv_t handle_;
};

/// The encoding that a page in `encoding` writes queries and forms in (HTML standard, "get an
/// output encoding"); empty for UTF-8, and for what is no encoding of bytes one by one.
std::string output_encoding(std::string_view encoding);

/// `address`, as it stands in a page, with the characters of its query as browsers send them where
/// pages are in that encoding (URL standard, "query state"): what it can't write becomes
/// `%26%231234%3B`.
std::string with_query_encoded(std::string_view address, Encoder& encoder);

}  // namespace tagtrail::host
