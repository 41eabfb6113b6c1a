// What a job knows of sessions, as text: kept with the job, so that a run after a lost login does
// not take login pages for the site.
#pragma once

#include <string>
#include <string_view>

#include "load/login_watch.hpp"
#include "load/session_chooser.hpp"

namespace tagtrail::host {

/// The templates that need the session, and the proofs. No secret is in it.
std::string remembered(const SessionChooser& chooser, const LoginWatch& watch);
/// The other way round; what is damaged is left out.
void remember(std::string_view text, SessionChooser& chooser, LoginWatch& watch);

}  // namespace tagtrail::host
