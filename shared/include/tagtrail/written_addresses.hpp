// What texts that pages mean for their scripts look like when they are addresses. The same rules as
// in extension/src/content/written_addresses.ts.
#pragma once

#include <string>
#include <string_view>

namespace tagtrail {

/// Whether it can be an address of the web at all, as written in an attribute: absolute or
/// relative, none of another scheme, no part of the page, no pattern with gaps to fill.
bool may_be_address(std::string_view text);

/// Whether it is hardly anything else: absolute, rooted, begins with `./` or `../`, or a relative
/// one whose name has the extension of a data file or of a page.
bool is_clearly_address(std::string_view text);

/// Whether it can be an address and its path ends in the extension of a data file
/// (targets.data.extensions, without those that are units and words).
bool names_data_file(std::string_view text);

/// The data file that the address of a viewer names in its query or fragment (`viewer.html?file=`,
/// `gview?url=`, `viewer#file=`), or as its fragment (`ViewerJS/#../a.pdf`), as written in the
/// place of that address; empty for none.
std::string file_in_viewer(std::string_view address);

}  // namespace tagtrail
