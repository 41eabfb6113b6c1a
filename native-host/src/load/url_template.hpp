// Pages of one kind, told by their URLs.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tagtrail::host {

/// Host and path of a canonical URL with runs of digits as 0, long identifiers as H, a last segment
/// that reads like a title as *, and the names of the query's keys: pages of one kind share it.
std::string url_template(std::string_view url);

/// The names in the query of a URL, in their order; into it.
std::vector<std::string_view> query_keys(std::string_view url);

}  // namespace tagtrail::host
