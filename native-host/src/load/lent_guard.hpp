// Notices that a session which a person lent, by cookies or a login, has ended: by pages that
// showed more with it, and that are asked for again now and then (session_pulse.hpp).
#pragma once

#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "load/host_loader.hpp"
#include "load/login_guard.hpp"
#include "load/session_pulse.hpp"
#include "store/session_use.hpp"

namespace tagtrail::host {

class LentGuard final : public SessionGuard {
 public:
  /// Whether anything was lent that goes to this URL.
  using IsLentTo = std::function<bool(std::string_view url)>;

  /// All borrowed. `with` sends the session, `without` does not.
  LentGuard(SessionPulse& pulse, TraceGuard traces, SessionDoubts& doubts, SessionUse& use,
            HostLoader& with, HostLoader& without, IsLentTo is_lent_to)
      : pulse_(pulse),
        traces_(traces),
        doubts_(doubts),
        use_(use),
        with_(with),
        without_(without),
        is_lent_to_(std::move(is_lent_to)) {}

  Async<Loaded> check(const Request& request, Loaded loaded) override;

  /// Whether something was answered of which nobody knows whether the session was still there.
  bool is_in_doubt() const { return !origin_in_doubt().empty(); }
  /// Feels the pulse of one such site: for the end of a run. No answer, but with `attention` where
  /// the session has ended. What it costs is in no answer.
  Async<Loaded> feel_at_end();

 private:
  Async<Loaded> check_pulse(const Request& request, Loaded loaded);
  Async<Loaded> compare(const Request& request, Loaded loaded);
  Async<SessionPulse::Verdict> feel(std::string origin, Loaded& kept);
  Async<SessionPulse::Verdict> ask(const SessionPulse::Witness& witness, Loaded& kept);
  std::string origin_in_doubt() const;

  SessionPulse& pulse_;
  TraceGuard traces_;
  SessionDoubts& doubts_;
  SessionUse& use_;
  HostLoader& with_;
  HostLoader& without_;
  IsLentTo is_lent_to_;
  bool feeling_ = false;
  bool lost_ = false;
  std::set<std::string, std::less<>> in_vain_;  ///< origins where the last look told nothing
};

}  // namespace tagtrail::host
