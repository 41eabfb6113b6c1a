// URLs that look like crawler traps.
#pragma once

#include <string_view>

#include "tagtrail/mime.hpp"

namespace tagtrail {

/// With blocklist `paper` the published rule: longer than the seed URL by over 350 characters, or a
/// path segment or query word that occurs three times after percent-decoding. With `data` only a
/// non-empty path segment that occurs four times, as ever-growing relative links make them. Never
/// with `none`.
bool is_trap(Blocklist list, std::string_view key, std::string_view seed_key);

}  // namespace tagtrail
