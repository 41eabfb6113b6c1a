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

/// Leaves one item in so many, by its hash, that about `most` remain in all; returns how many one
/// stands for, 1 when nothing had to go.
std::uint32_t thin(std::vector<std::vector<std::uint32_t>>& items, std::size_t most);

}  // namespace tagtrail::acebot
