// Permits to touch a host: the politeness of this job and the lock shared with other jobs. Every
// request of a job is made under one, whoever makes it.
#pragma once

#include <list>
#include <map>
#include <string>
#include <utility>

#include "fetch/host_lock.hpp"
#include "fetch/politeness.hpp"
#include "load/absences.hpp"
#include "load/host_claims.hpp"
#include "load/task.hpp"
#include "load/waits.hpp"
#include "store/politeness_log.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail::host {

/// What a browser asked for by itself under a permit: redirects, and what a page loads.
struct AskedBeside {
  unsigned hops = 0;
  unsigned sub_requests = 0;
};

/// Outlives the permits it gives.
class Permits {
 public:
  /// All borrowed; `log` gets every request, null: nobody does; `claims` are what a fleet grants,
  /// null: no fleet.
  Permits(Politeness& politeness, Waits& waits, PolitenessLog* log, HostClaims* claims);

  /// What a permit is wanted for.
  struct Errand {
    std::string url;  ///< canonical key
    Via via = Via::host;
    Method method = Method::get;
    bool robots = false;
  };

  /// One request to one host. Destroyed before it is given back, it counts as abandoned.
  class Permit {
   public:
    Permit(Permits& permits, Attempt attempt, SteadyTime started)
        : permits_(&permits), attempt_(std::move(attempt)), started_(started) {}
    Permit(Permit&& other) noexcept
        : permits_(std::exchange(other.permits_, nullptr)),
          attempt_(std::move(other.attempt_)),
          started_(other.started_) {}
    Permit& operator=(Permit&&) = delete;
    Permit(const Permit&) = delete;
    Permit& operator=(const Permit&) = delete;
    ~Permit() { give_back({}, "abandoned", {}); }

    void give_back(const AnswerFacts& facts, FetchError error, AskedBeside beside = {}) {
      give_back(facts, to_string(error), beside);
    }

   private:
    void give_back(AnswerFacts facts, std::string_view error, AskedBeside beside);

    Permits* permits_;
    Attempt attempt_;
    SteadyTime started_;
  };

  /// Waits until the host may be touched. Errors: io (the shared lock can't be made), refused (the
  /// host is given up, and why).
  Async<Permit> take(Errand errand);
  /// An earlier run had an answer from the origin of this URL.
  void has_answered(std::string_view url) { absences_.answered(origin_of(url)); }
  /// Whether what just came of a request says nothing of `url`, since its host is away: the next
  /// permit comes when it is worth asking again, or is refused.
  bool waits_for(std::string_view url, const AnswerFacts& facts) const {
    return facts.unreached && absences_.away_until(origin_of(url)).has_value();
  }
  /// Whether somebody waits for a permit to this host.
  bool wanted(const std::string& host) const { return wanted_.contains(host); }
  /// Waits until it is worth asking for what the server is making.
  Async<void> wait_for_making(std::string host, SteadyTime until);
  /// What keeps a request from beginning that is none of this job's own doing.
  struct HeldUp {
    enum class By { other_job, away, back_off, crawl_delay, slow_host, making };
    By by = By::other_job;
    std::string host;
    SteadyTime since;                 ///< it waits
    std::optional<SteadyTime> until;  ///< as far as is known
  };
  /// Of those that wait, the one that has waited longest; nothing while a request is under way.
  std::optional<HeldUp> held_up(SteadyTime now) const;
  /// While held, no permit is given.
  void hold(bool held);

 private:
  class Wanting;
  /// The lock of a host is kept while any of its permits is out.
  struct Locked {
    HostLock lock;
    unsigned permits = 0;
  };
  /// This process's hand on the turn at a host (HostTurn). Errors: io.
  Expected<HostTurn*> turn_at(const std::string& host);
  Expected<bool> lock(const std::string& host);
  void unlock(const std::string& host);
  void leave_trace(const std::string& host);
  void give_back(Attempt attempt, const AnswerFacts& facts);
  /// Who waits for a host.
  struct Wanted {
    unsigned tasks = 0;
    SteadyTime since;        ///< no permit was given
    bool disturbed = false;  ///< by another process, since then
  };
  /// When a host may be asked for an origin of it, and why it never is again.
  SteadyTime earliest(const std::string& host, const std::string& origin, SteadyTime now) const;
  std::string given_up(const std::string& host, const std::string& origin) const;
  Milliseconds note_reached(const Attempt& attempt, const AnswerFacts& facts, SteadyTime now);
  std::optional<HeldUp> held_up_at(const std::string& host, const Wanted& wanted,
                                   SteadyTime now) const;
  std::int64_t unix_us(SteadyTime time) const;

  Politeness& politeness_;
  Waits& waits_;
  PolitenessLog* log_;
  HostClaims* claims_;
  Absences absences_;
  std::chrono::microseconds to_unix_;  ///< from the steady clock, as of the beginning
  std::map<std::string, Locked> locked_;
  std::map<std::string, HostTrace> written_;  ///< by us, to know it again
  std::map<std::string, Wanted> wanted_;      ///< by host
  std::map<std::string, HostTurn> turns_;     ///< of wanted hosts
  std::list<HeldUp> making_;                  ///< waits for what servers are making
  bool held_ = false;
};

}  // namespace tagtrail::host
