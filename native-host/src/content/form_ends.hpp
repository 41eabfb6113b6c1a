// Where forms end in the text of a page. The tree does not say: in a table, or where tags are
// nested wrongly, a form's element ends long before its end tag, and what is between belongs to it.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace tagtrail::host {

/// Places of all end tags of forms in `html`, ascending, without those in comments and in what is
/// text only (scripts, styles, titles, boxes for text).
std::vector<std::size_t> form_ends(std::string_view html);

}  // namespace tagtrail::host
