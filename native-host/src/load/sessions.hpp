// All that a job has for the session of its user: fetches by the browser, what is known of who
// needs them, and the watch over the login; or, of a session that was lent, its pulse.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "load/lent_guard.hpp"
#include "load/login_guard.hpp"
#include "load/session_chooser.hpp"
#include "load/session_fetch.hpp"

namespace tagtrail::host {

/// What a job knows of sessions, as text: kept with the job, so that a run after a lost login does
/// not take login pages for the site. The templates that need the session, the proofs and the
/// witnesses, and what has left traces; no secret is in it.
std::string remembered(const SessionChooser& chooser, const LoginWatch& watch,
                       const SessionPulse& pulse, const TraceWatch& traces);
/// The other way round; what is damaged is left out.
void remember(std::string_view text, SessionChooser& chooser, LoginWatch& watch,
              SessionPulse& pulse, TraceWatch& traces);

class Sessions {
 public:
  /// A job without session: everything by `plain`, which is borrowed.
  explicit Sessions(HostLoader& plain) : untabbed_(plain, nullptr, chooser_) {}
  /// `fetch` is the browser's; the others are borrowed. `persons`: as of UntabbedLoader.
  Sessions(HostLoader& plain, std::unique_ptr<SessionFetch> fetch, const Objective& objective,
           HostLoader::Options options, TabLoader& tabs, bool persons);
  /// A job that was lent one: `plain` sends it, `fetch` sends what strangers ask, too. Borrowed.
  Sessions(HostLoader& plain, Fetcher& fetch, const Objective& objective,
           HostLoader::Options options, LentGuard::IsLentTo is_lent_to);
  Sessions(const Sessions&) = delete;
  Sessions& operator=(const Sessions&) = delete;

  UntabbedLoader& untabbed() { return untabbed_; }
  /// Null for a job without session.
  SessionGuard* guard();
  /// Null unless the session was lent.
  LentGuard* lent() { return lent_ ? &*lent_ : nullptr; }
  /// Serves fetch.head and fetch.data. Errors: not_found, and those of SessionFetch::serve.
  Expected<Json> serve(std::string_view call, const Json& message);

  /// What an earlier run has learnt.
  void restore(std::string_view memory) { remember(memory, chooser_, watch_, pulse_, traces_); }
  void restore(SessionUse use) { chooser_.restore(std::move(use)); }
  void restore(SessionDoubts doubts) { doubts_ = std::move(doubts); }
  /// What is to be kept, when something is new since it was asked for last.
  std::optional<std::string> news();
  /// The same of what the session was worth.
  std::optional<std::string> use_news() { return chooser_.use().news(); }
  /// And of what may have been answered without it: to be kept before the answers are.
  std::optional<std::string> doubts_news() { return doubts_.news(); }
  /// What is to be asked for again by now, with the session.
  std::vector<std::string> take_due();

 private:
  std::unique_ptr<SessionFetch> fetch_;
  std::optional<HostLoader> loader_;
  SessionChooser chooser_;
  LoginWatch watch_;
  SessionPulse pulse_;
  TraceWatch traces_;
  SessionDoubts doubts_;
  UntabbedLoader untabbed_;
  std::optional<LoginGuard> guard_;
  std::optional<LentGuard> lent_;
  unsigned changes_told_ = 0;
};

}  // namespace tagtrail::host
