// Files that only tell how to check others.
#pragma once

#include <string_view>

namespace tagtrail {

/// Whether a file of this name holds digests (`x.csv.md5`, `SHA256SUMS`) or a detached signature.
/// Such files are no targets (mime.hpp), whatever type they are sent with, unless their extension
/// is named in `--targets`; `paper` goes by its types alone.
bool is_checksum_name(std::string_view name);

}  // namespace tagtrail
