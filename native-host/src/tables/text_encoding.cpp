#include "tables/text_encoding.hpp"

#include <iconv.h>
#include <uchardet/uchardet.h>

#include <algorithm>
#include <array>
#include <memory>

#include "tables/latin_letters.hpp"
#include "tagtrail/text.hpp"

namespace tagtrail::host {
namespace {

constexpr std::size_t kGuessedFrom = 1 << 20;

/// U+FFFD in UTF-8.
constexpr std::string_view kNoCharacter = "\xEF\xBF\xBD";

/// None: iconv does not know it.
void* open_converter(const std::string& encoding) {
  iconv_t opened = iconv_open("UTF-8", encoding.c_str());
  return opened == reinterpret_cast<iconv_t>(-1) ? nullptr : opened;  // NOLINT: how iconv says so
}

struct CloseConverter {
  void operator()(void* converter) const { iconv_close(converter); }
};

/// Appends to `text`. What is no character becomes U+FFFD.
void append_converted(void* converter, std::string_view bytes, std::string& text) {
  iconv(converter, nullptr, nullptr, nullptr, nullptr);
  std::array<char, 1 << 14> buffer{};
  // iconv does not write to its input, whatever its type says.
  char* from = const_cast<char*>(bytes.data());  // NOLINT
  std::size_t left = bytes.size();
  while (left > 0) {
    char* to = buffer.data();
    std::size_t space = buffer.size();
    const bool failed = iconv(converter, &from, &left, &to, &space) == std::size_t(-1);
    text.append(buffer.data(), buffer.size() - space);
    if (!failed || left == 0 || space < 8) continue;
    if (errno == EINVAL) break;
    text += kNoCharacter;
    ++from;
    --left;
  }
}

/// Empty where iconv does not know `encoding`.
std::string converted(std::string_view bytes, const std::string& encoding) {
  const std::unique_ptr<void, CloseConverter> converter(open_converter(encoding));
  std::string text;
  if (!converter) return text;
  text.reserve(bytes.size() + bytes.size() / 4);
  append_converted(converter.get(), bytes, text);
  return text;
}

struct FreeDetector {
  void operator()(uchardet* detector) const { uchardet_delete(detector); }
};

/// Letters of western languages and a few signs in windows-1252: a text that has no others beyond
/// ASCII is in that, whatever else it may be in; detectors that know frequencies need long texts.
bool is_western(std::string_view bytes) {
  constexpr std::string_view kWestern =
      "\xC0\xC1\xC2\xC4\xC5\xC6\xC7\xC8\xC9\xCA\xCB\xCD\xCE\xD1\xD3\xD4\xD6\xD8\xDA\xDC\xDF\xE0\xE1"
      "\xE2\xE4\xE5\xE6\xE7\xE8\xE9\xEA\xEB\xED\xEE\xEF\xF1\xF2\xF3\xF4\xF6\xF8\xF9\xFA\xFB\xFC\x80"
      "\x85"
      "\x91\x92\x93\x94\x96\x97\xA0\xA3\xA7\xAB\xB0\xB2\xB3\xB5\xB7\xBB\xBD";
  return std::all_of(bytes.begin(), bytes.end(), [&](char c) {
    return static_cast<unsigned char>(c) < 0x80 || kWestern.find(c) != std::string_view::npos;
  });
}

bool is_ascii_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/// Quotation marks, dashes, ellipses and spaces of windows-1252 as programs for writing set them,
/// and nothing else beyond ASCII: in other encodings they are letters, which stand elsewhere.
/// Whether each of them may be one, and some can be nothing else.
bool has_only_typed_signs(std::string_view bytes) {
  std::size_t sure = 0;
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    if (static_cast<unsigned char>(bytes[at]) < 0x80) continue;
    const char before = at > 0 ? bytes[at - 1] : ' ';
    const char next = at + 1 < bytes.size() ? bytes[at + 1] : ' ';
    const bool in_word = is_ascii_letter(before) && is_ascii_letter(next);
    switch (static_cast<unsigned char>(bytes[at])) {
      case 0x91:  // opens
      case 0x93:
        if (is_ascii_letter(before) || is_space(next)) return false;
        ++sure;
        break;
      case 0x92: {  // closes, or is an apostrophe: Don't, it's, dogs'
        const std::string_view behind = bytes.substr(at + 1, 2);
        const bool short_end =
            behind.find_first_of("stdm") == 0 && (behind.size() < 2 || !is_ascii_letter(behind[1]));
        const bool long_end = behind == "re" || behind == "ve" || behind == "ll";
        if (in_word && !short_end && !long_end) return false;
        if (is_space(before) && is_space(next)) return false;
        ++sure;
        break;
      }
      case 0x94:  // closes
        if (is_ascii_letter(next) || is_space(before)) return false;
        ++sure;
        break;
      case 0x85:
        if (in_word) return false;
        break;
      case 0x96:
      case 0x97:
        if (in_word || is_space(before) != is_space(next)) return false;
        break;
      case 0xA0:
        break;
      default:
        return false;
    }
  }
  return sure > 0;
}

/// Control characters beyond ASCII, which are letters or signs in what is not of ISO 8859.
bool has_high_controls(std::string_view bytes) {
  return std::any_of(bytes.begin(), bytes.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte >= 0x80 && byte < 0xA0;
  });
}

}  // namespace

std::string guess_encoding(std::string_view bytes) {
  bytes = bytes.substr(0, kGuessedFrom);
  const std::unique_ptr<uchardet, FreeDetector> detector(uchardet_new());
  uchardet_handle_data(detector.get(), bytes.data(), bytes.size());
  uchardet_data_end(detector.get());
  std::string found = ascii_lower(uchardet_get_charset(detector.get()));
  if (has_only_typed_signs(bytes)) return "windows-1252";
  std::string by_letters = encoding_by_letters(bytes, found);
  if (!by_letters.empty()) return by_letters;
  if (is_western(bytes)) return "windows-1252";
  // Of these windows-1252 is a superset that differs only in characters no text has.
  if (found.empty() || found == "ascii" || found == "iso-8859-1") return "windows-1252";
  // Letters of several languages where no other encoding has letters: names, written on a
  // Macintosh.
  if (found.starts_with("iso-8859") && has_high_controls(bytes)) return "macintosh";
  return found;
}

namespace {

bool is_control(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte < 0x20 && c != '\t' && c != '\n' && c != '\r' && c != '\f' && c != '\x1b';
}

/// Some stray ones make no text binary.
void judge_controls(DecodedText& decoded) {
  constexpr std::size_t kLooked = 4096;
  constexpr std::size_t kShare = 100;
  const std::string_view begin = decoded.text.substr(0, kLooked);
  const auto controls =
      static_cast<std::size_t>(std::count_if(begin.begin(), begin.end(), is_control));
  decoded.is_text = controls * kShare <= begin.size();
  decoded.has_controls = std::any_of(decoded.text.begin(), decoded.text.end(), is_control);
}

/// UTF-16 without a mark: every other byte of ASCII text is zero.
std::string wide_encoding(std::string_view bytes) {
  const std::string_view start = bytes.substr(0, 1024);
  std::array<std::size_t, 2> zeros{};
  for (std::size_t at = 0; at < start.size(); ++at) zeros.at(at % 2) += start[at] == '\0' ? 1 : 0;
  const std::size_t most = start.size() / 3;
  if (start.size() < 8) return {};
  if (zeros[1] > most && zeros[0] == 0) return "utf-16le";
  if (zeros[0] > most && zeros[1] == 0) return "utf-16be";
  return {};
}

/// Up to three bytes of a character that is cut.
std::string_view without_cut_end(std::string_view bytes) {
  for (std::size_t back = 1; back <= std::min<std::size_t>(3, bytes.size()); ++back) {
    const auto byte = static_cast<unsigned char>(bytes[bytes.size() - back]);
    if (byte < 0x80) break;
    if (byte >= 0xC0) {
      const std::size_t length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2;
      return length > back ? bytes.substr(0, bytes.size() - back) : bytes;
    }
  }
  return bytes;
}

}  // namespace

DecodedText decode_text(std::string_view bytes, std::string& storage) {
  DecodedText decoded;
  decoded.encoding = "utf-8";
  if (bytes.starts_with("\xEF\xBB\xBF")) bytes.remove_prefix(3);
  std::string from;  // as iconv knows it; empty: nothing is to be converted
  if (bytes.starts_with("\xFF\xFE") || bytes.starts_with("\xFE\xFF")) {
    from = bytes.starts_with("\xFF") ? "utf-16le" : "utf-16be";
    decoded.encoding = "utf-16";
    bytes.remove_prefix(2);
  } else if (from = wide_encoding(bytes); !from.empty()) {
    decoded.encoding = from;
  } else {
    const std::string_view whole = without_cut_end(bytes);
    storage = to_valid_utf8(whole);
    if (storage == whole) {
      decoded.text = whole;
      judge_controls(decoded);
      return decoded;
    }
    from = guess_encoding(bytes);
    decoded.encoding = from;
  }
  storage = converted(bytes, from);
  if (storage.empty() && !bytes.empty()) {
    decoded.encoding = "windows-1252";
    storage = converted(bytes, decoded.encoding);
  }
  decoded.text = storage;
  judge_controls(decoded);
  return decoded;
}

TextConverter::TextConverter(const std::string& encoding) : converter_(open_converter(encoding)) {
  if (!converter_) converter_.reset(open_converter("windows-1252"));
}

void TextConverter::Close::operator()(void* converter) const { iconv_close(converter); }

std::string_view TextConverter::convert(std::string_view bytes) {
  if (!converter_ || is_valid_utf8(bytes)) return bytes;
  text_.clear();
  append_converted(converter_.get(), bytes, text_);
  return text_;
}

}  // namespace tagtrail::host
