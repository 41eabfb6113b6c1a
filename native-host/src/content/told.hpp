// What a page tells beside its contents: messages that are set off, and numbers that stand at
// links. The same as in extension/src/content/told.ts.
#pragma once

#include <gumbo.h>

#include <string_view>

#include "tagtrail/traces.hpp"

namespace tagtrail::host {

/// Of the document at `url`, a canonical key. Which elements show messages their names tell (class,
/// id, role), and of those within each other the innermost with a text; links are none, and what is
/// longer than limits::kMessageBytes. A number is what an element with such a name holds alone, in
/// a link or right behind one. In linear time.
PageTold told_on_page(const GumboNode* document, std::string_view url);

}  // namespace tagtrail::host
