// The part of a generated page between navigation and footer, by kind of page.
#pragma once

#include <optional>

#include "generated/page_markup.hpp"

namespace tagtrail::host::generated {

/// Adds it to `page`. `variant`: of a list, one of the traps'.
void write_content(PageMarkup& page, const Node& node, std::optional<unsigned> variant);

}  // namespace tagtrail::host::generated
