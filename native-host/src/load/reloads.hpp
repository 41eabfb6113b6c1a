// Pages that lead nowhere and ask to be loaded once more: some are not ready at first, others want
// to see the cookie that they set.
#pragma once

#include <string_view>

#include "load/loaded.hpp"

namespace tagtrail::host {

/// In a row, of a page that is not ready.
inline constexpr int kMostReloads = 5;

/// What a <meta> in the head of `html` asks for; `page` is what was read of it, at `url`.
Reloads reloads_of_page(std::string_view html, const Page& page, std::string_view url);

/// The same by the header field Refresh: `no` for a page that leads on.
Reloads reloads_by(std::string_view refresh, const Page& page, std::string_view url);

/// Whether to load it again now: it is not ready, or has set a cookie that was not sent.
bool is_to_be_reloaded(const Loaded& loaded);

}  // namespace tagtrail::host
