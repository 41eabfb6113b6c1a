// Whether a file holds a statistics table: numbers about things, by place, time or category; and if
// not, whether it holds data at all.
#pragma once

#include <optional>
#include <string_view>

#include "tables/look.hpp"
#include "tagtrail/exchange.hpp"

namespace tagtrail::host {

/// Nothing: too little could be read to say.
std::optional<bool> holds_statistics(const Look& look);

/// Of a look that knows that (Look::statistics). `data`: rows of a table, of whatever; `nothing`:
/// it could be read, or is a picture, and holds none.
FileHolds holds_of(const Look& look);

}  // namespace tagtrail::host
