// Whether a file holds a statistics table: numbers about things, by place, time or category.
#pragma once

#include <optional>
#include <string_view>

#include "tables/look.hpp"

namespace tagtrail::host {

/// Nothing: too little could be read to say.
std::optional<bool> holds_statistics(const Look& look);

}  // namespace tagtrail::host
