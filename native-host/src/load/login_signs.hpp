// What URLs and answers show about logins.
#pragma once

#include <string_view>

#include "tagtrail/exchange.hpp"

namespace tagtrail::host {

struct Loaded;

/// What an answer shows of a login that is missing.
enum class LoginSign {
  none,
  refused,     ///< 401 or 403
  login_page,  ///< it is, or leads to, a page that asks for a password
};

/// A URL that is never loaded with the session: it would end it, as a login page may, too
/// (`wp-login.php?reauth=1`).
bool ends_or_asks_for_login(std::string_view url);

/// Whether the URL's extension is that of a file, and of no page.
bool names_file(std::string_view url);

/// Whether the engine, or the URL's extension, promises a file.
bool is_file_expected(const Request& request);

/// The sign in an answer to `request`, however it was loaded. A page that merely has a login box
/// among its many links shows none, unless a file was expected.
LoginSign login_sign(const Request& request, const Loaded& loaded);

/// Whether something was got: a success that shows no sign.
bool is_content(const Request& request, const Loaded& loaded);

}  // namespace tagtrail::host
