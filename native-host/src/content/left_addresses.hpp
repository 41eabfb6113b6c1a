// Addresses in links of a page that lead to no request: what they are, if they may hold a file.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace tagtrail::host {

/// Whether it is of a kind that holds files: ftp, s3, smb and their kin.
bool is_of_file_scheme(std::string_view href);

/// The type of the file that a `data:` address is; none for what is no such address, is empty, or
/// is shown, not kept: pictures, and without `download` fonts, sounds and films.
std::optional<std::string> inline_file_type(std::string_view href, bool download);

/// The fragment of an address, with its `#`, if it is a route of a script: `#/...` or `#!...` with
/// anything behind it; else empty.
std::string_view route_in(std::string_view href);

}  // namespace tagtrail::host
