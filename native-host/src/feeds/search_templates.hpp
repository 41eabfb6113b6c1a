// The searches that an OpenSearch description offers (OpenSearch 1.1), as forms.
#pragma once

#include <string_view>
#include <vector>

#include "tagtrail/query_form.hpp"

namespace tagtrail::host {

/// Of a description `xml` (UTF-8) at `url` those that are asked by GET, answer with a page or a
/// feed, and have `{searchTerms}` as a value of their query: a box for words of that name. Other
/// values stand as they are; `{startPage}`, `{startIndex}` and `{count}` are 1, 1 and 100 where
/// they may not be left out. One with another parameter that has to be given is left. A list of
/// suggestions is no search. Never fails; at most limits::kQueryForms.
std::vector<QueryForm> read_search_templates(std::string_view xml, std::string_view url);

}  // namespace tagtrail::host
