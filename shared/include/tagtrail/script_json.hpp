// JSON that the scripts of a page load, as links of the page.
#pragma once

#include <string_view>

namespace tagtrail {

/// Beginning of the tag paths of such links; what follows is the shape of the address.
inline constexpr std::string_view kScriptJson = "/script/json";

}  // namespace tagtrail
