// Whether a page shows less, or may, to who does not run its scripts.
#pragma once

#include <string_view>

#include "html/page_reader.hpp"

namespace tagtrail::host {

/// Of a page that runs scripts: it leads nowhere and says little, its application's root or a list
/// with a name is empty, or it says that it is loading, or that scripts have to be switched on.
bool is_drawn_by_scripts(const ParsedPage& parsed, const Page& page, std::string_view url);

/// Whether a script within the page says that it loads something when the page is there already:
/// `fetch()` and its kin; or there are links in a `<template>`, from where only a script takes them
/// (addresses to be filled in don't count). What that may show nobody knows who runs no scripts.
bool loads_by_script(const ParsedPage& parsed);

}  // namespace tagtrail::host
