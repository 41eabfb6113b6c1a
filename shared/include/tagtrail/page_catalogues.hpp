// Which catalogues of data a page shows signs of.
#pragma once

#include <string_view>
#include <vector>

#include "tagtrail/catalogue_table.hpp"
#include "tagtrail/exchange.hpp"

namespace tagtrail {

/// Links of a page that are looked at for signs.
inline constexpr std::size_t kMostSignLinks = 2'000;

inline constexpr std::size_t kMostCatalogueSites = 16;

/// By its signs and its links, each once, in the order of the table; those that something can be
/// asked of, kMostCatalogueSites at most. `url`: canonical key of the page.
std::vector<CatalogueSite> catalogues_of_page(const Page& page, std::string_view url);

}  // namespace tagtrail
