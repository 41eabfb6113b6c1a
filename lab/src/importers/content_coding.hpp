// Undoes what HTTP does to a body on its way, within bounds.
#pragma once

#include <string>
#include <string_view>

#include "system/codecs/inflate.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// A body, as far as it could be read.
using Decoded = Unpacked;

/// Takes `Transfer-Encoding: chunked` off. Text that is no chunked body at all (some recorders keep
/// the header and store what was in it) comes back as it is.
Decoded join_chunks(std::string_view body);

/// Takes codings off, in reverse order of the Content-Encoding value: gzip, deflate, br, zstd. A
/// body that does not have the coding it claims comes back as it is. Errors: invalid_data for a
/// coding that is not known, or more than three of them.
Expected<Decoded> undo_codings(std::string_view content_encoding, std::string_view body,
                               std::size_t max_bytes);

}  // namespace tagtrail::host
