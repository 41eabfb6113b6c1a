// Which encoding an HTML document is in, and its text as UTF-8.
#pragma once

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

struct HtmlText {
  std::string_view text;  ///< UTF-8 without byte order mark
  std::string encoding;   ///< the iconv name of what it was in
};

/// `html` as UTF-8: BOM > HTTP charset > <meta> > UTF-8 if valid > windows-1252; unknown labels do
/// not count. Always valid: what is no character becomes U+FFFD. The text is a view into `html`
/// when nothing had to change, else into `storage`.
HtmlText html_as_utf8(std::string_view html, std::string_view content_type, std::string& storage);

}  // namespace tagtrail::host
