// Texts of pages as parts of a sentence for people.
#pragma once

#include <string>
#include <string_view>

namespace tagtrail {

/// At most `characters` code points of `text`, on one line: white space runs are one space, control
/// characters and those that are invisible or turn the direction of writing are left out. A text
/// that was cut ends with an ellipsis, which counts.
std::string shown_text(std::string_view text, std::size_t characters);

/// The end of a tag path, readable: its last elements, three or four, back to one with a class or
/// an id. When none of these has any, the nearest that has stands before them:
/// `div#main … span li a`.
std::string short_tag_path(std::string_view path);

/// `8.2`, `0.35`, `140`: as many digits as people compare.
std::string shown_amount(double value);

/// `1 page`, `31 pages`: English, regular plural.
std::string counted(std::uint64_t count, std::string_view noun);

}  // namespace tagtrail
