// The tables of shared/data/media_types.txt and the system's media-types, read once.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace tagtrail::media_types {

/// Words of a [section], sorted; empty for an unknown name.
const std::vector<std::string>& section(std::string_view name);

/// extension -> MIME type and back (the first extension listed for a type).
const std::map<std::string, std::string, std::less<>>& types_by_extension();
const std::map<std::string, std::string, std::less<>>& extensions_by_type();

/// Types that servers send for others -> what each is.
const std::map<std::string, std::string, std::less<>>& other_names();

/// Whether the type is in any table: one that people or programs have agreed upon.
bool is_known_type(std::string_view mime);

}  // namespace tagtrail::media_types
