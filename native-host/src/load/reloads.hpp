// Pages that lead nowhere but to themselves, or back to what led to them, and ask to be loaded once
// more: some are not ready at first, others want to see the cookie that they set.
#pragma once

#include <chrono>
#include <string_view>

#include "load/loaded.hpp"

namespace tagtrail::host {

/// In a row, of a page that is not ready.
inline constexpr int kMostReloads = 5;
/// The same of one that runs scripts, where a tab shows what these draw.
inline constexpr int kReloadsBeforeTab = 1;

/// What the first <meta> in the head of `html` that refreshes says; empty: there is none.
std::string_view refresh_of_page(std::string_view html);

/// Notes whether and when the page that was read asks for it, by that or the header field Refresh.
void judge_refresh(std::string_view refresh, Loaded& loaded);

bool is_not_ready(const Loaded& loaded);

/// Whether to load it again: it is not ready, or has set a cookie that was not sent.
bool is_to_be_reloaded(const Loaded& loaded);
/// After so long.
std::chrono::seconds pause_before_reload(const Loaded& loaded);

}  // namespace tagtrail::host
