// What a page shows, besides its links, of the software that its site runs on.
#pragma once

#include <gumbo.h>

#include <string>
#include <string_view>
#include <vector>

namespace tagtrail::host {

/// Its generator and the URLs of its scripts, styles and pictures, as signs of catalogue_table.hpp:
/// those that speak of a catalogue alone, each once, limits::kCatalogueSigns at most, in document
/// order. `page_url`: a canonical key.
std::vector<std::string> read_catalogue_signs(const GumboNode* document, std::string_view page_url);

}  // namespace tagtrail::host
