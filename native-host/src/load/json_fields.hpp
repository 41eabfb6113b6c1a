// Reading what the extension answers, beyond single members (tagtrail/json_fields.hpp).
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tagtrail/exchange.hpp"
#include "tagtrail/json_fields.hpp"

namespace tagtrail::host {

using Json = nlohmann::json;

/// Member `hops`: at most 50, those without a usable URL left out.
std::vector<RedirectHop> hops_of(const Json& object);
/// A FetchError's name; other names are `browser`.
FetchError error_named(const std::string& name);

}  // namespace tagtrail::host
