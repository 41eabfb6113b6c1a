// What the address of a link says that it does, or shows, whatever is written on it and wherever it
// stands: names that programs have, keys that order something, where to go when it is done.
#pragma once

#include <optional>
#include <string_view>

#include "acting/seen_link.hpp"
#include "tagtrail/acting.hpp"

namespace tagtrail {

/// Never sure.
std::optional<Act> told_by_address(const SeenLink& seen);
/// Whether a name that a program has, as words, orders something: `send report`, `sendmdn`.
bool name_orders(std::string_view words);
/// `/processes/kill/77`: a path in a query, by the last of its names.
bool path_orders(std::string_view path);
/// `/17/input/ok/abort`: the last word behind what names one thing of many.
bool ends_with_order(const ShapedAddress& address);
/// A key of a query that only shows: `tags_limit`, `outputType`, `printview`.
bool is_show_key(std::string_view key);
/// A view of a thing: `?id=17&view=unread`, `?mode=viewprofile&u=17`.
bool shows_by_query(const SeenLink& seen);

}  // namespace tagtrail
