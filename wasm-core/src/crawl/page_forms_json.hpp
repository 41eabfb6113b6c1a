// The forms of a page as the extension reads them in a tab (docs/protocol.md, `forms` of a page).
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "tagtrail/query_form.hpp"

namespace tagtrail {

/// `page`: what page_from_json() reads. What is malformed is left out, and what is over the limits
/// of query_form.hpp. `page_url`: canonical key.
std::vector<QueryForm> forms_from_json(const nlohmann::json& page, const std::string& page_url);

}  // namespace tagtrail
