#include "tables/record_bytes.hpp"

#include "tagtrail/bits.hpp"
#include "tagtrail/code_points.hpp"

namespace tagtrail::host {

std::uint64_t RecordBytes::number(std::size_t size) {
  const std::string_view bytes = text(size);
  std::uint64_t number = 0;
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    number |= static_cast<std::uint64_t>(static_cast<unsigned char>(bytes[at])) << (8 * at);
  }
  return number;
}

double RecordBytes::f64() { return bit_cast<double>(number(8)); }

std::string_view RecordBytes::text(std::uint64_t size) {
  if (size > left_.size()) {
    ok_ = false;
    left_ = {};
  }
  if (!ok_) return {};
  const std::string_view bytes = left_.substr(0, size);
  left_.remove_prefix(size);
  return bytes;
}

void append_utf16(std::string& text, std::string_view bytes) {
  constexpr char32_t kNoCharacter = 0xFFFD;
  const auto unit_at = [&](std::size_t at) -> char32_t {
    return static_cast<unsigned char>(bytes[at]) |
           (static_cast<char32_t>(static_cast<unsigned char>(bytes[at + 1])) << 8);
  };
  std::size_t at = 0;
  while (at + 1 < bytes.size()) {
    char32_t code = unit_at(at);
    at += 2;
    if (code >= 0xD800 && code < 0xDC00 && at + 1 < bytes.size()) {
      const char32_t low = unit_at(at);
      if (low >= 0xDC00 && low < 0xE000) {
        code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
        at += 2;
      }
    }
    append_utf8(text, code >= 0xD800 && code < 0xE000 ? kNoCharacter : code);
  }
  if (at < bytes.size()) append_utf8(text, kNoCharacter);
}

void append_latin1(std::string& text, std::string_view bytes) {
  for (const char c : bytes) append_utf8(text, static_cast<unsigned char>(c));
}

double rk_number(std::uint32_t bits) {
  constexpr std::uint32_t kHundredth = 1;
  constexpr std::uint32_t kInteger = 2;
  const double number =
      (bits & kInteger) != 0
          ? static_cast<double>(static_cast<std::int32_t>(bits) >> 2)
          : bit_cast<double>(static_cast<std::uint64_t>(bits & ~(kHundredth | kInteger)) << 32);
  return (bits & kHundredth) != 0 ? number / 100 : number;
}

std::string_view error_text(std::uint8_t code) {
  switch (code) {
    case 0x00:
      return "#NULL!";
    case 0x07:
      return "#DIV/0!";
    case 0x0F:
      return "#VALUE!";
    case 0x17:
      return "#REF!";
    case 0x1D:
      return "#NAME?";
    case 0x24:
      return "#NUM!";
    case 0x2A:
      return "#N/A";
    default:
      return "#ERROR";
  }
}

}  // namespace tagtrail::host
