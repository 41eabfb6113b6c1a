// Text of others where people read it: nothing in it may steer a terminal.
#pragma once

#include <string>
#include <string_view>

namespace tagtrail::host {

/// As people may see it: what can't be seen, or acts on a terminal (C0, DEL and C1 as bytes and as
/// UTF-8, overrides of direction, tags; is_unseen() of tagtrail/code_points.hpp), is written as
/// `\u001B`, and an invalid byte as U+FFFD. Line ends and tabs stay. In JSON that is an escape
/// of the format, so that a text of JSON says the same as before.
std::string terminal_text(std::string_view text);

/// A part of a line: line ends and tabs are written so, too.
std::string terminal_line(std::string_view text);

}  // namespace tagtrail::host
