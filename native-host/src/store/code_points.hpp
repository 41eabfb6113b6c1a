// UTF-8 by code points, for the rules of file names.
#pragma once

#include <string>
#include <string_view>

namespace tagtrail::host {

/// The code points of valid UTF-8.
std::u32string code_points(std::string_view valid_utf8);

void append_utf8(std::string& text, char32_t code_point);

}  // namespace tagtrail::host
