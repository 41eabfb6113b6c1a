#include "system/terminal_text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "tagtrail/code_points.hpp"
#include "tagtrail/text.hpp"

namespace tagtrail::host {
namespace {

/// Most texts are of this.
bool is_printable_ascii(char c) { return c >= 0x20 && c < 0x7F; }

void append_escape(std::string& text, char32_t point) {
  if (point < 0x10000) {
    text += fmt::format("\\u{:04X}", static_cast<unsigned>(point));
    return;
  }
  const unsigned above = static_cast<unsigned>(point) - 0x10000U;
  text += fmt::format("\\u{:04X}\\u{:04X}", 0xD800U + (above >> 10U), 0xDC00U + (above & 0x3FFU));
}

std::string made_visible(std::string_view text, std::u32string_view kept) {
  if (std::all_of(text.begin(), text.end(), is_printable_ascii)) return std::string(text);
  const std::u32string points = code_points(to_valid_utf8(text));
  std::string visible;
  for (std::size_t at = 0; at < points.size(); ++at) {
    const bool stays = kept.find(points[at]) != kept.npos || !is_unseen(points, at);
    stays ? append_utf8(visible, points[at]) : append_escape(visible, points[at]);
  }
  return visible;
}

}  // namespace

std::string terminal_text(std::string_view text) { return made_visible(text, U"\n\t"); }

std::string terminal_line(std::string_view text) { return made_visible(text, {}); }

}  // namespace tagtrail::host
