// Which links lead to wanted pages, and in how many steps: a crawl backwards through pages that
// were read before.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "tagtrail/error.hpp"
#include "tagtrail/exchange.hpp"
#include "tagtrail/training.hpp"

namespace tagtrail::host {

using Urls = std::set<std::string, std::less<>>;

/// Gives all pages one after the other, and again from the start each time it is called.
using EachPage =
    std::function<Expected<void>(const std::function<Expected<void>(Response page)>& take)>;

/// Adds to `cases`: of each wanted page the links to it (distance 0), of the pages with such a link
/// the links to them (1), and so on up to `levels` - 1; of each page at most 10, in the order of
/// the pages. A page that is near one wanted page is not followed further back for another.
/// Errors: those of `each_page`.
Expected<void> crawl_backwards(Urls wanted, std::size_t levels, const EachPage& each_page,
                               std::vector<LinkCase>& cases);

}  // namespace tagtrail::host
