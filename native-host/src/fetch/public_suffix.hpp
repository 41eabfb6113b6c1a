// The names below which anyone can have a name of their own (publicsuffix.org), by libpsl.
#pragma once

#include <string>

namespace tagtrail::host {

/// Whether different owners have the names right below `host`, by the list: `com`, `gov.uk`,
/// `github.io`. `host` as in a canonical key: lower case, punycode. The list's rule that any other
/// last label counts too is left out: on one's own network such are hosts.
bool is_public_suffix(const std::string& host);

/// What one owner has registered, with all names below: `example.co.uk` of `data.example.co.uk`.
/// Empty for addresses, names of one label, and public suffixes. `host` as above.
std::string registrable_domain(const std::string& host);

}  // namespace tagtrail::host
