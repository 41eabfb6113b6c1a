// Whether a page asks for a password.
#pragma once

#include "html/page_reader.hpp"

namespace tagtrail::host {

/// True when the document has an <input type=password>, also one that is not shown yet.
bool has_password_field(const ParsedPage& page);

}  // namespace tagtrail::host
