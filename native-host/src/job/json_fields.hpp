// Reading what the extension answers: everything in it may come from a page and be hostile, so a
// member of another type counts as absent, and texts are cut.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tagtrail/exchange.hpp"

namespace tagtrail::host {

using Json = nlohmann::json;

/// Cut at `limit` bytes, between characters; empty when absent.
std::string text_of(const Json& object, const char* name, std::size_t limit);
/// 0 when absent or negative.
std::uint64_t number_of(const Json& object, const char* name);
bool flag_of(const Json& object, const char* name);
const Json& array_of(const Json& object, const char* name);
/// Member `status`: 0 when it is none of HTTP.
std::uint16_t status_of(const Json& object);
/// Member `hops`: at most 50, those without a usable URL left out.
std::vector<RedirectHop> hops_of(const Json& object);
/// A FetchError's name; other names are `browser`.
FetchError error_named(const std::string& name);

}  // namespace tagtrail::host
