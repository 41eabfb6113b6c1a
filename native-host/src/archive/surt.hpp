// SURT: the key by which indexes of archives sort URLs.
#pragma once

#include <string>
#include <string_view>

namespace tagtrail::host {

/// `https://www.example.org/Data?b=2&a=1` is `org,example)/data?a=1&b=2`: without scheme and
/// `www.`, in lower case, the host's parts reversed, the parts of the query sorted. `url`: a
/// canonical key.
std::string surt_of(std::string_view url);

}  // namespace tagtrail::host
