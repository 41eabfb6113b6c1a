// Encodings of forms: which one a form is sent in, and how that writes the characters of its page.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "tagtrail/exchange.hpp"

namespace tagtrail::host {

/// The encoding that a form is sent in (HTML standard, "pick an encoding for the form"): the first
/// that its `accept-charset` names, or that of its document, by the names of charset.hpp; empty for
/// UTF-8, and for what is no encoding of bytes one by one.
std::string charset_of_form(std::optional<std::string_view> accept_charset,
                            std::string_view document);

/// Fills in Page::charsets: of the encodings of its forms, and of its own (`document`), how they
/// write what stands in its title, its links and its forms. Nothing of ASCII.
void add_charset_codes(Page& page, std::string_view document);

}  // namespace tagtrail::host
