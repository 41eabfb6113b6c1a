// Content-Disposition (RFC 6266, RFC 8187): what a server calls the file that it sends.
#pragma once

#include <string>
#include <string_view>

namespace tagtrail::host {

/// File name of a value: filename* (RFC 8187), or its sections (RFC 2231), before filename, quoted
/// strings unescaped, any directory part removed; empty when there is none. Not yet made safe for a
/// disk.
std::string content_disposition_name(std::string_view value);

}  // namespace tagtrail::host
