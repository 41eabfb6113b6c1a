#include "tagtrail/plain_words.hpp"

#include <cstdint>

#include "tagtrail/text.hpp"

namespace tagtrail {
namespace {

/// The letters of U+00C0 to U+017F without their accents; '.' for those that are no accented ones.
constexpr std::string_view kLatin =
    "aaaaaa.ceeeeiiii.nooooo..uuuuy..aaaaaa.ceeeeiiii.nooooo..uuuuy.y"
    "aaaaaaccccccccdd..eeeeeeeeeegggggggghh..iiiiiiiiii..jjkk.llllll...."
    "nnnnnn...oooooo..rrrrrrsssssssstttt..uuuuuuuuuuuuwwyyyzzzzzz.";
constexpr std::uint32_t kLatinFirst = 0xC0;

struct Letter {
  std::uint32_t accented;
  std::uint32_t plain;
};
constexpr Letter kGreekAndCyrillic[] = {
    {0x386, 0x3B1}, {0x388, 0x3B5}, {0x389, 0x3B7}, {0x38A, 0x3B9}, {0x38C, 0x3BF}, {0x38E, 0x3C5},
    {0x38F, 0x3C9}, {0x390, 0x3B9}, {0x3AC, 0x3B1}, {0x3AD, 0x3B5}, {0x3AE, 0x3B7}, {0x3AF, 0x3B9},
    {0x3B0, 0x3C5}, {0x3CA, 0x3B9}, {0x3CB, 0x3C5}, {0x3CC, 0x3BF}, {0x3CD, 0x3C5}, {0x3CE, 0x3C9},
    {0x439, 0x438}, {0x450, 0x435}, {0x451, 0x435}, {0x453, 0x433}, {0x457, 0x456}, {0x45C, 0x43A},
    {0x45D, 0x438}, {0x45E, 0x443}};

bool within(std::uint32_t c, std::uint32_t first, std::uint32_t last) {
  return c >= first && c <= last;
}

std::uint32_t lower_case(std::uint32_t c) {
  if (within(c, 'A', 'Z') || within(c, 0x391, 0x3A9) || within(c, 0x410, 0x42F)) return c + 0x20;
  if (within(c, 0x400, 0x40F)) return c + 0x50;
  return c;
}

/// The letter in lower case and without accents, or 0 for what separates words.
std::uint32_t plain_letter(std::uint32_t c) {
  c = lower_case(c);
  if (c < 0x80) return within(c, 'a', 'z') || within(c, '0', '9') ? c : 0;
  if (c < kLatinFirst || c == 0xD7 || c == 0xF7) return 0;
  if (c < kLatinFirst + kLatin.size()) {
    const char base = kLatin[c - kLatinFirst];
    if (base != '.') return static_cast<unsigned char>(base);
    if (c < 0xE0) return c == 0xDF ? c : c + 0x20;
    if (c < 0x100 || c > 0x177) return c;
    const bool upper = within(c, 0x139, 0x148) ? c % 2 == 1 : c % 2 == 0;
    return upper && c != 0x138 ? c + 1 : c;
  }
  for (const Letter& letter : kGreekAndCyrillic) {
    if (letter.accented == c) return letter.plain;
  }
  const bool separates = within(c, 0x2000, 0x206F) || within(c, 0x3000, 0x303F) ||
                         within(c, 0xFF00, 0xFF0F) || c == 0xFEFF || c == 0xFFFD;
  return separates ? 0 : c;
}

/// The code point at `at` of valid UTF-8; `at` goes behind it.
std::uint32_t next_of(std::string_view text, std::size_t& at) {
  const auto lead = static_cast<unsigned char>(text[at++]);
  if (lead < 0x80) return lead;
  const unsigned more = lead >= 0xF0 ? 3 : lead >= 0xE0 ? 2 : 1;
  std::uint32_t point = lead & (0x3FU >> more);
  for (unsigned i = 0; i < more; ++i) {
    point = point << 6U | (static_cast<unsigned char>(text[at++]) & 0x3FU);
  }
  return point;
}

void append(std::string& out, std::uint32_t point) {
  const auto byte = [&](std::uint32_t value) { out.push_back(static_cast<char>(value)); };
  if (point < 0x80) return byte(point);
  if (point < 0x800) {
    byte(0xC0U | point >> 6U);
  } else {
    if (point < 0x10000) {
      byte(0xE0U | point >> 12U);
    } else {
      byte(0xF0U | point >> 18U);
      byte(0x80U | (point >> 12U & 0x3FU));
    }
    byte(0x80U | (point >> 6U & 0x3FU));
  }
  byte(0x80U | (point & 0x3FU));
}

}  // namespace

std::string plain_words(std::string_view text) {
  const std::string valid = to_valid_utf8(text);
  std::string out;
  bool separated = false;
  for (std::size_t at = 0; at < valid.size();) {
    const std::uint32_t c = next_of(valid, at);
    if (within(c, 0x300, 0x36F)) continue;  // an accent of its own
    const std::uint32_t letter = plain_letter(c);
    if (letter == 0) {
      separated = true;
      continue;
    }
    if (separated && !out.empty()) out.push_back(' ');
    separated = false;
    append(out, letter);
  }
  return out;
}

std::string words_of_name(std::string_view name) {
  std::string apart;
  char before = ' ';
  for (const char c : name) {
    const bool small = (before >= 'a' && before <= 'z') || (before >= '0' && before <= '9');
    if (small && c >= 'A' && c <= 'Z') apart.push_back(' ');
    apart.push_back(before = c);
  }
  return plain_words(apart);
}

}  // namespace tagtrail
