// How Tagtrail introduces itself to servers (RFC 9110, 10.1.5).
#pragma once

#include <string>
#include <string_view>

#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// Name and version: `Tagtrail/0.1`.
extern const std::string_view kProduct;

/// What requests say when nobody gives a contact. `tagtrail` is the name that robots.txt files use.
extern const std::string_view kUserAgent;

/// Whether it can be sent as it is: printable ASCII, not too long. Anything else could bring fields
/// of its own into each request.
bool is_user_agent(std::string_view text);

/// Product and contact: `Tagtrail/0.1 (+mailto:me@example.org)`; after `own`, when that is not
/// empty. `contact` is an http or https URL, or a mail address, with or without `mailto:`. Errors:
/// invalid_argument.
Expected<std::string> user_agent_with(std::string_view own, std::string_view contact);

}  // namespace tagtrail::host
