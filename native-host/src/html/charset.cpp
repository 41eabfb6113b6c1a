#include "html/charset.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>

#include "tagtrail/code_points.hpp"
#include "tagtrail/query_form.hpp"
#include "tagtrail/text.hpp"

namespace tagtrail::host {
namespace {

struct Label {
  std::string_view label;
  std::string_view encoding;
};

/// Labels whose encoding iconv knows under another name, or for which browsers use a superset of
/// what the name says. Sorted by label.
constexpr auto kLabels = std::to_array<Label>({
    {"866", "IBM866"},
    {"ansi_x3.4-1968", "WINDOWS-1252"},
    {"arabic", "ISO-8859-6"},
    {"ascii", "WINDOWS-1252"},
    {"big5", "BIG5-HKSCS"},
    {"big5-hkscs", "BIG5-HKSCS"},
    {"chinese", "GB18030"},
    {"cn-big5", "BIG5-HKSCS"},
    {"cp1250", "WINDOWS-1250"},
    {"cp1251", "WINDOWS-1251"},
    {"cp1252", "WINDOWS-1252"},
    {"cp1253", "WINDOWS-1253"},
    {"cp1254", "WINDOWS-1254"},
    {"cp1255", "WINDOWS-1255"},
    {"cp1256", "WINDOWS-1256"},
    {"cp1257", "WINDOWS-1257"},
    {"cp1258", "WINDOWS-1258"},
    {"cp819", "WINDOWS-1252"},
    {"cp866", "IBM866"},
    {"cyrillic", "ISO-8859-5"},
    {"dos-874", "CP874"},
    {"euc-jp", "EUC-JP"},
    {"euc-kr", "CP949"},
    {"gb2312", "GB18030"},
    {"gb18030", "GB18030"},
    {"gbk", "GB18030"},
    {"greek", "ISO-8859-7"},
    {"hebrew", "ISO-8859-8"},
    {"ibm819", "WINDOWS-1252"},
    {"ibm866", "IBM866"},
    {"iso-2022-jp", "ISO-2022-JP"},
    {"iso-8859-1", "WINDOWS-1252"},
    {"iso-8859-10", "ISO-8859-10"},
    {"iso-8859-11", "CP874"},
    {"iso-8859-13", "ISO-8859-13"},
    {"iso-8859-14", "ISO-8859-14"},
    {"iso-8859-15", "ISO-8859-15"},
    {"iso-8859-16", "ISO-8859-16"},
    {"iso-8859-2", "ISO-8859-2"},
    {"iso-8859-3", "ISO-8859-3"},
    {"iso-8859-4", "ISO-8859-4"},
    {"iso-8859-5", "ISO-8859-5"},
    {"iso-8859-6", "ISO-8859-6"},
    {"iso-8859-7", "ISO-8859-7"},
    {"iso-8859-8", "ISO-8859-8"},
    {"iso-8859-8-i", "ISO-8859-8"},
    {"iso-8859-9", "WINDOWS-1254"},
    {"iso8859-1", "WINDOWS-1252"},
    {"iso8859-15", "ISO-8859-15"},
    {"iso8859-2", "ISO-8859-2"},
    {"iso8859-9", "WINDOWS-1254"},
    {"iso88591", "WINDOWS-1252"},
    {"iso_8859-1", "WINDOWS-1252"},
    {"iso_8859-15", "ISO-8859-15"},
    {"iso_8859-2", "ISO-8859-2"},
    {"koi", "KOI8-R"},
    {"koi8", "KOI8-R"},
    {"koi8-r", "KOI8-R"},
    {"koi8-u", "KOI8-U"},
    {"korean", "CP949"},
    {"ks_c_5601-1987", "CP949"},
    {"ksc5601", "CP949"},
    {"l1", "WINDOWS-1252"},
    {"l2", "ISO-8859-2"},
    {"l5", "WINDOWS-1254"},
    {"l9", "ISO-8859-15"},
    {"latin1", "WINDOWS-1252"},
    {"latin2", "ISO-8859-2"},
    {"latin5", "WINDOWS-1254"},
    {"mac", "MACINTOSH"},
    {"macintosh", "MACINTOSH"},
    {"ms932", "CP932"},
    {"ms_kanji", "CP932"},
    {"shift-jis", "CP932"},
    {"shift_jis", "CP932"},
    {"sjis", "CP932"},
    {"sun_eu_greek", "ISO-8859-7"},
    {"tis-620", "CP874"},
    {"unicode-1-1-utf-8", "UTF-8"},
    {"us-ascii", "WINDOWS-1252"},
    {"utf-16", "UTF-16LE"},
    {"utf-16be", "UTF-16BE"},
    {"utf-16le", "UTF-16LE"},
    {"utf-8", "UTF-8"},
    {"utf8", "UTF-8"},
    {"windows-1250", "WINDOWS-1250"},
    {"windows-1251", "WINDOWS-1251"},
    {"windows-1252", "WINDOWS-1252"},
    {"windows-1253", "WINDOWS-1253"},
    {"windows-1254", "WINDOWS-1254"},
    {"windows-1255", "WINDOWS-1255"},
    {"windows-1256", "WINDOWS-1256"},
    {"windows-1257", "WINDOWS-1257"},
    {"windows-1258", "WINDOWS-1258"},
    {"windows-31j", "CP932"},
    {"windows-874", "CP874"},
    {"windows-949", "CP949"},
    {"x-cp1250", "WINDOWS-1250"},
    {"x-cp1251", "WINDOWS-1251"},
    {"x-cp1252", "WINDOWS-1252"},
    {"x-euc-jp", "EUC-JP"},
    {"x-gbk", "GB18030"},
    {"x-mac-cyrillic", "MAC-UK"},
    {"x-mac-roman", "MACINTOSH"},
    {"x-sjis", "CP932"},
    {"x-user-defined", "WINDOWS-1252"},
    {"x-x-big5", "BIG5-HKSCS"},
});

constexpr char32_t kAsciiEnd = 0x80;
constexpr std::size_t kDeclarationBytes = 1024;

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

/// Closes the converter when it goes out of scope.
class Converter {
 public:
  explicit Converter(const std::string& from) : handle_(iconv_open("UTF-8", from.c_str())) {}
  ~Converter() {
    if (usable()) iconv_close(handle_);
  }
  Converter(const Converter&) = delete;
  Converter& operator=(const Converter&) = delete;

  bool usable() const {
    // iconv_open's error value is the pointer -1.
    return reinterpret_cast<std::intptr_t>(handle_) != -1;
  }

  /// Bytes that are no character become U+FFFD, one each.
  std::string run(std::string_view text) {
    std::string out;
    out.reserve(text.size() + text.size() / 4);
    std::array<char, 16384> buffer{};
    char* in = const_cast<char*>(text.data());  // iconv does not write to its input
    std::size_t left = text.size();
    while (left > 0) {
      char* to = buffer.data();
      std::size_t room = buffer.size();
      const std::size_t result = iconv(handle_, &in, &left, &to, &room);
      out.append(buffer.data(), buffer.size() - room);
      if (result != static_cast<std::size_t>(-1) || errno == E2BIG) continue;
      out.append(kReplacement);
      if (errno == EINVAL) break;  // cut within a character
      ++in;
      --left;
    }
    return out;
  }

 private:
  iconv_t handle_;
};

struct Bom {
  std::string_view bytes;
  std::string_view encoding;
};
using namespace std::string_view_literals;
constexpr auto kBoms = std::to_array<Bom>(
    {{"\xEF\xBB\xBF"sv, "UTF-8"}, {"\xFE\xFF"sv, "UTF-16BE"}, {"\xFF\xFE"sv, "UTF-16LE"}});

/// Null: it has none.
const Bom* bom_of(std::string_view html) {
  const auto* const found = std::find_if(
      kBoms.begin(), kBoms.end(), [html](const Bom& bom) { return html.starts_with(bom.bytes); });
  return found == kBoms.end() ? nullptr : found;
}

/// A byte of a character of several may be one of ASCII, and stays.
void append_query_bytes(std::string& out, std::string_view code) {
  constexpr std::string_view kHex = "0123456789ABCDEF";
  for (const char c : code) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte > ' ' && byte < kAsciiEnd - 1 && c != '"' && c != '#' && c != '<' && c != '>' &&
        c != '\'') {
      out += c;
    } else {
      out += '%';
      out += kHex[byte >> 4U];
      out += kHex[byte & 0xFU];
    }
  }
}

bool is_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return static_cast<unsigned char>(c) < kAsciiEnd; });
}

/// What a document without byte order mark is in.
std::string declared_encoding(std::string_view html, std::string_view content_type) {
  std::string encoding = encoding_of_label(charset_parameter(content_type));
  if (!encoding.empty()) return encoding;
  encoding = encoding_of_label(prescan_meta_charset(html));
  if (encoding.empty()) encoding = encoding_of_label(xml_declared_charset(html));
  // A declaration that could be read byte by byte proves that the document is not UTF-16.
  if (encoding.starts_with("UTF-16")) encoding = "UTF-8";
  if (!encoding.empty()) return encoding;
  return is_valid_utf8(html) ? "UTF-8" : "WINDOWS-1252";
}

}  // namespace

std::string encoding_of_label(std::string_view label) {
  const std::string name = ascii_lower(trim(label));
  const auto found = std::find_if(kLabels.begin(), kLabels.end(),
                                  [&](const Label& entry) { return entry.label == name; });
  return found == kLabels.end() ? std::string() : std::string(found->encoding);
}

std::string_view xml_declared_charset(std::string_view xml) {
  if (!xml.starts_with("<?xml")) return {};
  const std::string_view head = xml.substr(0, std::min(xml.find("?>"), kDeclarationBytes));
  const std::size_t at = head.find("encoding");
  if (at == std::string_view::npos) return {};
  const std::size_t quote = head.find_first_of("\"'", at);
  if (quote == std::string_view::npos) return {};
  const std::size_t end = head.find(head[quote], quote + 1);
  return end == std::string_view::npos ? std::string_view{}
                                       : head.substr(quote + 1, end - quote - 1);
}

std::string charset_parameter(std::string_view content_type) {
  std::size_t at = content_type.find(';');
  while (at != std::string_view::npos) {
    content_type.remove_prefix(at + 1);
    at = content_type.find(';');
    const std::string_view parameter = trim(content_type.substr(0, at));
    if (!starts_with_ignoring_case(parameter, "charset")) continue;
    std::string_view value = trim(parameter.substr(7));
    if (!value.starts_with('=')) continue;
    value = trim(value.substr(1));
    if (value.starts_with('"') || value.starts_with('\'')) {
      const char quote = value.front();
      value.remove_prefix(1);
      value = value.substr(0, value.find(quote));
    }
    return std::string(value);
  }
  return {};
}

HtmlText html_as_utf8(std::string_view html, std::string_view content_type, std::string& storage) {
  const Bom* bom = bom_of(html);
  HtmlText read{
      html, bom != nullptr ? std::string(bom->encoding) : declared_encoding(html, content_type)};
  if (bom != nullptr) read.text.remove_prefix(bom->bytes.size());
  if (read.encoding != "UTF-8") {
    Converter converter(read.encoding);
    // A C library may lack a table; the ASCII parts of the page, tags and most links, are still
    // read.
    if (converter.usable()) {
      storage = converter.run(read.text);
      read.text = storage;
      return read;
    }
  }
  if (is_valid_utf8(read.text)) return read;
  storage = to_valid_utf8(read.text);
  read.text = storage;
  return read;
}

Encoder::Encoder(const std::string& encoding) : handle_(iconv_open(encoding.c_str(), "UTF-8")) {}

Encoder::~Encoder() {
  if (usable()) iconv_close(handle_);
}

bool Encoder::usable() const {
  // iconv_open's error value is the pointer -1.
  return reinterpret_cast<std::intptr_t>(handle_) != -1;
}

std::string Encoder::code(char32_t character) {
  std::string utf8;
  append_utf8(utf8, character);
  std::array<char, limits::kCodeBytes> code{};
  char* in = utf8.data();
  std::size_t left = utf8.size();
  char* out = code.data();
  std::size_t room = code.size();
  iconv(handle_, nullptr, nullptr, nullptr, nullptr);
  // One that is written as another counts as a failure, too.
  if (iconv(handle_, &in, &left, &out, &room) != 0) return {};
  return {code.data(), code.size() - room};
}

std::string output_encoding(std::string_view encoding) {
  const bool other =
      encoding == "UTF-8" || encoding.starts_with("UTF-16") || encoding == "ISO-2022-JP";
  return other ? std::string() : std::string(encoding);
}

std::string with_query_encoded(std::string_view address, Encoder& encoder) {
  const std::size_t hash = std::min(address.find('#'), address.size());
  const std::size_t query = address.find('?');
  if (query >= hash || is_ascii(address.substr(query, hash - query))) return std::string(address);
  std::string out(address.substr(0, query));
  for (const char32_t character : code_points(address.substr(query, hash - query))) {
    std::string code = character < kAsciiEnd ? std::string(1, static_cast<char>(character))
                                             : encoder.code(character);
    if (code.empty()) {
      out += "%26%23" + std::to_string(static_cast<std::uint32_t>(character)) + "%3B";
    } else if (character < kAsciiEnd) {
      out += code;
    } else {
      append_query_bytes(out, code);
    }
  }
  return out.append(address.substr(hash));
}

}  // namespace tagtrail::host
