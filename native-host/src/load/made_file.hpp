// Files that a page's script makes when a button is pressed: they have no address of their own, so
// the extension writes them as the page's with a mark (docs/protocol.md).
#pragma once

#include <string_view>

namespace tagtrail::host {

/// Whether a canonical URL is one of a made file: only the browser can bring it.
bool is_made_file(std::string_view url);

}  // namespace tagtrail::host
