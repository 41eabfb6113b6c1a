// What a link that leads away is called, where its address does not tell whether a file is behind.
#pragma once

#include <functional>
#include <string_view>

namespace tagtrail {

/// Whether the name in an address says nothing of its type: it has no extension, and is no folder.
/// Canonical URL.
bool names_no_type(std::string_view key);

/// Whether such words name a file of a wanted type: `trade-2024.csv`, or, in up to 8 words, its
/// type in capitals: `Download (XLSX, 2 MB)`. `wanted` is asked about extensions in lower case.
bool labels_file(std::string_view anchor, const std::function<bool(std::string_view)>& wanted);

}  // namespace tagtrail
