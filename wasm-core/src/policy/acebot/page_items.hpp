// The items of a page for ACEBot: its distinct pairs of consecutive words.
#pragma once

#include <cstdint>
#include <vector>

#include "tagtrail/exchange.hpp"

namespace tagtrail::acebot {

/// Hashes, ascending and distinct: PageContent::pairs, or where the objective needs none the pairs
/// of the words that Page::text has. Of more than `most` the smallest ones, so that equal pages
/// stay equal.
std::vector<std::uint32_t> items_of(const Page& page, std::size_t most);

}  // namespace tagtrail::acebot
