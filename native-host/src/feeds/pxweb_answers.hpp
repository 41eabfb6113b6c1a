// Answers of PxWeb's interface of version 1, as PCAxis.Api/SSDHandler.cs of
// github.com/statisticssweden/PxWeb gives them to GET: lists of databases, folders and tables, and
// what a table says of its variables.
#pragma once

#include <optional>
#include <string_view>

#include "feeds/json_links.hpp"
#include "tagtrail/table_query.hpp"

namespace tagtrail::host {

/// Tag paths of its links: to a list of its tree, and to what a table says.
inline constexpr std::string_view kPxwebList = "/catalogue/pxweb-1/list";
inline constexpr std::string_view kPxwebTable = "/catalogue/pxweb-1/table";

/// Nothing: it is none. `url`: canonical key that answered. Of a list, links to what is in it; of a
/// table, one link to all of its data, which only a query gives (tagtrail/table_query.hpp). Where
/// that may be more than the interface gives at once, the values of one variable are named in it,
/// so that the query can be halved.
std::optional<JsonSource> read_pxweb(std::string_view json, std::string_view url);

}  // namespace tagtrail::host
