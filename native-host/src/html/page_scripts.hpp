// What a page runs, told apart without running it.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace tagtrail::host {

/// Whether a <script> of this type is run; others are data.
bool is_javascript(std::string_view type);

/// A fingerprint for each script of the page: of its address, or, where it stands in the page, of
/// its text without numbers and quoted words, which differ from page to page. Scripts of other
/// types than JavaScript are left out, they are data. At most 200; any bytes are some page.
std::vector<std::size_t> page_scripts(std::string_view html);

}  // namespace tagtrail::host
