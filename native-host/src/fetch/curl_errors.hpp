// libcurl's errors in our words.
#pragma once

#include <curl/curl.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "tagtrail/exchange.hpp"

namespace tagtrail::host {

FetchError fetch_error_of(CURLcode code);
/// The same for people. `detail` is what libcurl says of this very transfer, or empty: it names the
/// cause where a certificate was refused.
std::string error_text_of(CURLcode code, std::string_view detail);
/// Text for FetchError::refused_address.
std::string refused_text(std::string_view host);
/// Text for a file over the user's limit.
std::string too_large_text(std::uint64_t limit);

}  // namespace tagtrail::host
