// Tables in text for people: aligned numbers in lines, as in PDF files and old reports.
#pragma once

#include <string_view>

namespace tagtrail::host {

/// Whether some lines in a row have numbers in the same number of columns, with words that say what
/// they are: before them, or in a line above. Takes one pass.
bool has_lines_of_numbers(std::string_view text);

}  // namespace tagtrail::host
