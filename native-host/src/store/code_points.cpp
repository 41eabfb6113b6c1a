#include "store/code_points.hpp"

#include <bit>

namespace tagtrail::host {

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

}  // namespace tagtrail::host
