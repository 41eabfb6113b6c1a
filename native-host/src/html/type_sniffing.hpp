// Wrong and missing Content-Type: what a body really is, as far as its first bytes say. Pages are
// sometimes sent as files (a login page under a CSV's URL) and files as pages.
#pragma once

#include <string>
#include <string_view>

namespace tagtrail::host {

inline constexpr std::size_t kSniffBytes = 1024;

/// The MIME type to act on. `declared` is the essence sent (may be empty), `start` the first
/// kSniffBytes of the body, `extension` the URL's. Only clear cases are changed: a body that begins
/// as HTML is HTML; one declared HTML or plain text (or undeclared) that begins as PDF, ZIP and the
/// like is that: some servers call all text that they do not know.
std::string sniffed_mime(std::string_view declared, std::string_view start,
                         std::string_view extension);

}  // namespace tagtrail::host
