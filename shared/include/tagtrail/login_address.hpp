// Addresses where people log in.
#pragma once

#include <string_view>

namespace tagtrail {

/// By the words in a canonical URL: `/account/login`, `sso.example.org`, `?do=login`,
/// `?returnto=Page`.
bool looks_like_login(std::string_view url);

}  // namespace tagtrail
