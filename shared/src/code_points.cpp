#include "tagtrail/code_points.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <span>

namespace tagtrail {
namespace {

struct Range {
  char32_t first, last;
};

/// Characters without a picture of their own: general categories Cc and Cf but for the signs of Cf
/// that are written (Arabic and Kaithi number signs), Zl, Zp, Default_Ignorable_Code_Point.
constexpr auto kUnseen = std::to_array<Range>({
    {0x0, 0x1F},        {0x7F, 0x9F},       {0xAD, 0xAD},       {0x34F, 0x34F},
    {0x61C, 0x61C},     {0x115F, 0x1160},   {0x17B4, 0x17B5},   {0x180B, 0x180F},
    {0x200B, 0x200F},   {0x2028, 0x202E},   {0x2060, 0x206F},   {0x3164, 0x3164},
    {0xFE00, 0xFE0F},   {0xFEFF, 0xFEFF},   {0xFFA0, 0xFFA0},   {0xFFF0, 0xFFFB},
    {0x13430, 0x1343F}, {0x1BCA0, 0x1BCA3}, {0x1D173, 0x1D17A}, {0xE0000, 0xE0FFF},
});

/// Blocks of the scripts that spell with joiners: Arabic, Syriac, N'Ko, Mandaic; Devanagari to
/// Sinhala; Myanmar, Khmer, Mongolian, Phags-pa, Javanese; Manichaean; the Indic scripts beyond
/// the BMP; Adlam.
constexpr auto kJoiningScripts = std::to_array<Range>({
    {0x620, 0x77F},
    {0x7CA, 0x7FF},
    {0x840, 0x8FF},
    {0x900, 0xDFF},
    {0x1000, 0x109F},
    {0x1780, 0x17DD},
    {0x1820, 0x18AA},
    {0xA840, 0xA87F},
    {0xA8E0, 0xA8FF},
    {0xA980, 0xA9FF},
    {0xAA60, 0xAA7F},
    {0xFB50, 0xFDFF},
    {0xFE70, 0xFEFC},
    {0x10AC0, 0x10AFF},
    {0x11000, 0x11FFF},
    {0x1E900, 0x1E95F},
});

/// Canonical combining class 9 below U+11000, and U+1039, U+103A.
constexpr auto kViramas =
    std::to_array<char32_t>({0x94D, 0x9CD, 0xA4D, 0xACD, 0xB4D, 0xBCD, 0xC4D, 0xCCD, 0xD3B, 0xD3C,
                             0xD4D, 0xDCA, 0x1039, 0x103A, 0x17D2, 0xA9C0});

bool within(std::span<const Range> sorted, char32_t point) {
  const auto after = std::partition_point(sorted.begin(), sorted.end(),
                                          [&](const Range& range) { return range.last < point; });
  return after != sorted.end() && after->first <= point;
}

bool spells_with_joiners(char32_t point) {
  return within(kJoiningScripts, point) && !within(kUnseen, point);
}

bool is_mongolian(char32_t point) { return point >= 0x1820 && point <= 0x18AA; }

/// RFC 5892, appendix A.1 and A.2, with blocks in the place of joining types.
bool is_spelling(char32_t before, char32_t point, char32_t after) {
  if (point >= 0x180B && point <= 0x180F) return is_mongolian(before);
  if (point != 0x200C && point != 0x200D) return false;
  return std::find(kViramas.begin(), kViramas.end(), before) != kViramas.end() ||
         (spells_with_joiners(before) && spells_with_joiners(after));
}

}  // namespace

std::u32string code_points(std::string_view valid_utf8) {
  std::u32string points;
  for (std::size_t at = 0; at < valid_utf8.size();) {
    const auto lead = static_cast<unsigned char>(valid_utf8[at++]);
    const int length = lead < 0x80 ? 1 : std::countl_one(lead);
    char32_t point = length == 1 ? lead : lead & (0x7FU >> static_cast<unsigned>(length));
    for (int i = 1; i < length && at < valid_utf8.size(); ++i) {
      point = (point << 6U) | (static_cast<unsigned char>(valid_utf8[at++]) & 0x3FU);
    }
    points += point;
  }
  return points;
}

void append_utf8(std::string& text, char32_t code_point) {
  const auto continuation = [&](unsigned shift) {
    text += static_cast<char>(0x80U | ((code_point >> shift) & 0x3FU));
  };
  if (code_point < 0x80) {
    text += static_cast<char>(code_point);
  } else if (code_point < 0x800) {
    text += static_cast<char>(0xC0U | (code_point >> 6U));
    continuation(0);
  } else if (code_point < 0x10000) {
    text += static_cast<char>(0xE0U | (code_point >> 12U));
    continuation(6);
    continuation(0);
  } else {
    text += static_cast<char>(0xF0U | (code_point >> 18U));
    continuation(12);
    continuation(6);
    continuation(0);
  }
}

bool is_unseen(std::u32string_view text, std::size_t at) {
  const char32_t point = text[at];
  if (!within(kUnseen, point)) return false;
  const char32_t before = at == 0 ? U'\0' : text[at - 1];
  const char32_t after = at + 1 < text.size() ? text[at + 1] : U'\0';
  return !is_spelling(before, point, after);
}

}  // namespace tagtrail
