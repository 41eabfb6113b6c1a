// Links that programs and pages call commands: by the class of the link, by a method's name in its
// address.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "acting/seen_link.hpp"

namespace tagtrail {

/// Its class or id that says what following it does, `refresh`, `change-view`, or that it is a
/// switch, `filter-off`. Only of links to other pages: what chooses from its own is called so, too.
std::optional<std::string> called_by_class(const SeenLink& seen);

/// The method that has a thing for its object: `SwitchTo` of `/Account/SwitchTo/31`.
std::optional<std::string> method_with_object(const ShapedAddress& address);

/// An order with a word before it that says how: `quickedit`, `massdelete`, `resend`.
bool is_modified_order(std::string_view word);

}  // namespace tagtrail
