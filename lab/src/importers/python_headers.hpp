// Header fields as the published kit stores them: the text of a Python dictionary of byte strings,
// {b'Content-Type': [b'text/html'], ...}.
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace tagtrail::host {

/// First value by lower-case name. What can't be read ends the reading: never an error.
std::map<std::string, std::string, std::less<>> parse_python_headers(std::string_view text);

}  // namespace tagtrail::host
