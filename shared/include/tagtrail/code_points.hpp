// UTF-8 by code points, and which of them a reader does not see.
#pragma once

#include <string>
#include <string_view>

namespace tagtrail {

/// The code points of valid UTF-8.
std::u32string code_points(std::string_view valid_utf8);

void append_utf8(std::string& text, char32_t code_point);

/// Whether the character at `at` has no picture, or changes how others are read: control characters
/// (C0, DEL, C1), line and paragraph ends, marks and overrides of direction, zero width and other
/// format characters, fillers, variation selectors, tags. Not so where it is part of spelling: a
/// joiner or non-joiner between letters of Arabic, Indic and kindred scripts or after a virama, a
/// selector after a Mongolian letter.
bool is_unseen(std::u32string_view text, std::size_t at);

}  // namespace tagtrail
