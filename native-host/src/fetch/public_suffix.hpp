// The names below which anyone can have a name of their own (publicsuffix.org), by libpsl.
#pragma once

#include <string>

namespace tagtrail::host {

/// Whether different owners have the names right below `host`: `com`, `gov.uk`, `github.io`. `host`
/// as in a canonical key: lower case, punycode. A last label that is not on the list counts as one.
bool is_public_suffix(const std::string& host);

}  // namespace tagtrail::host
