// Looks at what came with the user's session, and keeps it from being taken for the site's word
// when the login is lost.
#pragma once

#include "load/login_watch.hpp"
#include "load/tab_loader.hpp"
#include "load/trace_guard.hpp"
#include "load/untabbed_loader.hpp"

namespace tagtrail::host {

/// Looks at answers before they are kept.
class SessionGuard {
 public:
  SessionGuard() = default;
  virtual ~SessionGuard() = default;
  SessionGuard(const SessionGuard&) = delete;
  SessionGuard& operator=(const SessionGuard&) = delete;

  /// The same, with `attention` where the user has to log in, and `acted` where the session has
  /// changed something. Counts pages that are kept as strangers see them. Errors: those of the
  /// loaders.
  virtual Async<Loaded> check(const Request& request, Loaded loaded) = 0;
};

/// Of the session in a browser.
class LoginGuard final : public SessionGuard {
 public:
  /// All borrowed. `tabs` are those of a job with a browser.
  LoginGuard(LoginWatch& watch, TraceGuard traces, SessionChooser& chooser,
             UntabbedLoader& untabbed, TabLoader& tabs)
      : watch_(watch), traces_(traces), chooser_(chooser), untabbed_(untabbed), tabs_(tabs) {}

  Async<Loaded> check(const Request& request, Loaded loaded) override;

 private:
  SessionAnswer answer_of(const Request& request, const Loaded& loaded) const;
  Async<Loaded> ask(const Request& request, Via via);
  Async<Loaded> check_login(const Request& request, Loaded loaded);

  LoginWatch& watch_;
  TraceGuard traces_;
  SessionChooser& chooser_;
  UntabbedLoader& untabbed_;
  TabLoader& tabs_;
};

}  // namespace tagtrail::host
