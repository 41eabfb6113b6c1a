// All that a job has for the session of its user: fetches by the browser, what is known of who
// needs them, and the watch over the login.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "load/login_guard.hpp"
#include "load/session_chooser.hpp"
#include "load/session_fetch.hpp"

namespace tagtrail::host {

/// What a job knows of sessions, as text: kept with the job, so that a run after a lost login does
/// not take login pages for the site. The templates that need the session, and the proofs; no
/// secret is in it.
std::string remembered(const SessionChooser& chooser, const LoginWatch& watch);
/// The other way round; what is damaged is left out.
void remember(std::string_view text, SessionChooser& chooser, LoginWatch& watch);

class Sessions {
 public:
  /// A job without session: everything by `plain`, which is borrowed.
  explicit Sessions(HostLoader& plain) : untabbed_(plain, nullptr, chooser_) {}
  /// `fetch` is the browser's; the others are borrowed. `persons`: as of UntabbedLoader.
  Sessions(HostLoader& plain, std::unique_ptr<SessionFetch> fetch, const Objective& objective,
           HostLoader::Options options, TabLoader& tabs, bool persons);
  Sessions(const Sessions&) = delete;
  Sessions& operator=(const Sessions&) = delete;

  UntabbedLoader& untabbed() { return untabbed_; }
  /// Null for a job without session.
  LoginGuard* guard() { return guard_ ? &*guard_ : nullptr; }
  /// Serves fetch.head and fetch.data. Errors: not_found, and those of SessionFetch::serve.
  Expected<Json> serve(std::string_view call, const Json& message);

  /// What an earlier run has learnt.
  void restore(std::string_view memory) { remember(memory, chooser_, watch_); }
  void restore(SessionUse use) { chooser_.restore(std::move(use)); }
  /// What is to be kept, when something is new since it was asked for last.
  std::optional<std::string> news();
  /// The same of what the session was worth.
  std::optional<std::string> use_news() { return chooser_.use().news(); }

 private:
  std::unique_ptr<SessionFetch> fetch_;
  std::optional<HostLoader> loader_;
  SessionChooser chooser_;
  LoginWatch watch_;
  UntabbedLoader untabbed_;
  std::optional<LoginGuard> guard_;
  unsigned changes_told_ = 0;
};

}  // namespace tagtrail::host
