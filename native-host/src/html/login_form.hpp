// Whether a page asks for a password.
#pragma once

#include <string_view>

namespace tagtrail::host {

/// True when the document has an <input type=password>, also one that is not shown yet.
/// `content_type` is the whole header value. Never fails: any bytes are some document.
bool has_password_field(std::string_view html, std::string_view content_type);

}  // namespace tagtrail::host
