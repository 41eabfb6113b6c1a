#include "load/permits.hpp"

#include <algorithm>
#include <optional>

namespace tagtrail::host {
namespace {

using std::chrono::duration_cast;
using std::chrono::microseconds;

constexpr std::chrono::milliseconds kLockRetry{50};
/// Who has waited for other processes for so long, beyond two delays, takes the turn.
constexpr std::chrono::milliseconds kPatience{250};
/// What a server asks for is remembered for later runs, but for no longer than this.
constexpr std::chrono::hours kRemembered{24};

SteadyTime clock_now() { return std::chrono::steady_clock::now(); }

/// What is to be added to the steady clock, to get the time since 1970. Whoever is interrupted
/// between the two clocks looks again.
microseconds steady_to_unix() {
  constexpr int kLooks = 5;
  constexpr microseconds kClose{20};
  microseconds offset{0};
  microseconds closest = microseconds::max();
  for (int look = 0; look < kLooks && closest > kClose; ++look) {
    const SteadyTime before = clock_now();
    const auto wall = std::chrono::system_clock::now();
    const auto apart = duration_cast<microseconds>(clock_now() - before);
    if (apart >= closest) continue;
    closest = apart;
    offset = duration_cast<microseconds>(wall.time_since_epoch()) -
             duration_cast<microseconds>(before.time_since_epoch());
  }
  return offset;
}

std::int64_t to_unix_ms(SteadyTime time, microseconds offset) {
  return std::chrono::ceil<Milliseconds>(time.time_since_epoch() + offset).count();
}

SteadyTime from_unix_ms(std::int64_t time, microseconds offset) {
  return SteadyTime(Milliseconds(time) - offset);
}

/// What the server asks for binds every job; whoever else is there only adds to it.
std::optional<Permits::HeldUp::By> held_by(Politeness::Hold hold, bool disturbed) {
  using By = Permits::HeldUp::By;
  if (hold == Politeness::Hold::back_off) return By::back_off;
  if (disturbed) return By::other_job;
  if (hold == Politeness::Hold::crawl_delay) return By::crawl_delay;
  if (hold == Politeness::Hold::slow_host) return By::slow_host;
  return std::nullopt;
}

}  // namespace

Permits::Permits(Politeness& politeness, Waits& waits, PolitenessLog* log, HostClaims* claims)
    : politeness_(politeness),
      waits_(waits),
      log_(log),
      claims_(claims),
      absences_(politeness.options().max_wait),
      to_unix_(steady_to_unix()) {}

void Permits::Permit::give_back(AnswerFacts facts, std::string_view error, AskedBeside beside) {
  Permits* permits = std::exchange(permits_, nullptr);
  if (permits == nullptr) return;
  facts.started = started_;
  attempt_.status = facts.status;
  attempt_.error = error;
  attempt_.hops = beside.hops;
  attempt_.sub_requests = beside.sub_requests;
  permits->give_back(std::move(attempt_), facts);
}

/// Somebody waits for a permit, for the life of this.
class Permits::Wanting {
 public:
  Wanting(Permits& permits, const std::string& host)
      : permits_(permits), at_(permits.wanted_.try_emplace(host).first) {
    if (at_->second.tasks++ == 0) begin();
  }
  ~Wanting() {
    if (--at_->second.tasks > 0) return;
    // What nobody waits for any more must not keep others away.
    permits_.turns_.erase(at_->first);
    permits_.wanted_.erase(at_);
  }
  Wanting(const Wanting&) = delete;
  Wanting& operator=(const Wanting&) = delete;

  /// Nobody has waited for this host before now.
  void begin() {
    at_->second.since = clock_now();
    at_->second.disturbed = false;
  }
  /// Another process was there.
  void disturb() { at_->second.disturbed = true; }

 private:
  Permits& permits_;
  std::map<std::string, Wanted>::iterator at_;
};

Async<Permits::Permit> Permits::take(Errand errand) {
  const std::string host = politeness_host(errand.url);
  const std::string origin = origin_of(errand.url);
  Wanting wanting(*this, host);
  const SteadyTime asked = clock_now();
  CO_TRY_LET(const auto turn, turn_at(host));
  bool disturbed = false;  // by another process
  for (;;) {
    if (disturbed) {
      wanting.disturb();
      auto retry = waits_.after(kLockRetry);
      co_await retry;
      const auto patience = 2 * politeness_.delay(host) + kPatience;
      if (!held_ && clock_now() - asked > patience) (void)turn->take();
      disturbed = false;
    }
    auto allowed = waits_.until([&](SteadyTime now) {
      if (held_) return Waits::kNotYet;
      return given_up(host, origin).empty() ? earliest(host, origin, now) : now;
    });
    co_await allowed;
    auto why = given_up(host, origin);
    if (!why.empty()) co_return fail(ErrorCode::refused, std::move(why));
    if (claims_ != nullptr && !claims_->may_ask(claimed_host(errand.url), clock_now())) {
      turn->give();
      CO_TRY(co_await claims_->wait_for(claimed_host(errand.url), waits_));
      continue;
    }
    if (turn->is_taken_elsewhere()) {
      disturbed = true;
      continue;
    }
    CO_TRY_LET(const auto ours, lock(host));
    if (!ours) {
      disturbed = true;
      continue;
    }
    const SteadyTime now = clock_now();
    const bool left = !given_up(host, origin).empty();
    if (left || earliest(host, origin, now) > now) {
      // Another process has been there since. Its clock may have been ahead: what we make of its
      // trace is left, so that it is not met again.
      leave_trace(host);
      unlock(host);
      disturbed = !left;
      continue;
    }
    turn->give();
    wanting.begin();
    Attempt attempt;
    attempt.host = host;
    attempt.url = std::move(errand.url);
    attempt.method = errand.method;
    attempt.via = errand.via;
    attempt.robots = errand.robots;
    attempt.asked_us = unix_us(asked);
    attempt.started_us = unix_us(now);
    attempt.delay_ms = politeness_.delay(host).count();
    politeness_.start(host, now);
    if (claims_ != nullptr) claims_->began(claimed_host(attempt.url));
    leave_trace(host);
    co_return Permit(*this, std::move(attempt), now);
  }
}

Async<void> Permits::wait_for_making(std::string host, SteadyTime until) {
  using Entry = std::list<HeldUp>::iterator;
  struct Listed {
    std::list<HeldUp>& all;
    Entry entry;
    ~Listed() { all.erase(entry); }
  };
  const Listed listed{
      making_, making_.insert(making_.end(),
                              HeldUp{HeldUp::By::making, std::move(host), clock_now(), until})};
  auto wait = waits_.until([until](SteadyTime) { return until; });
  co_await wait;
  co_return Expected<void>{};
}

std::optional<Permits::HeldUp> Permits::held_up(SteadyTime now) const {
  if (held_ || !locked_.empty()) return std::nullopt;
  std::optional<HeldUp> longest;
  for (const auto& [host, wanted] : wanted_) {
    if (longest && longest->since <= wanted.since) continue;
    if (auto held = held_up_at(host, wanted, now)) longest = std::move(held);
  }
  if (!longest && !making_.empty()) longest = making_.front();
  return longest;
}

std::optional<Permits::HeldUp> Permits::held_up_at(const std::string& host, const Wanted& wanted,
                                                   SteadyTime now) const {
  const auto away = absences_.host_away_until(host);
  if (away && *away > now) return HeldUp{HeldUp::By::away, host, wanted.since, away};
  const auto hold = politeness_.hold(host, now);
  const auto by = held_by(hold, wanted.disturbed);
  if (!by) return std::nullopt;
  HeldUp held{*by, host, wanted.since, std::nullopt};
  if (hold != Politeness::Hold::none) held.until = politeness_.earliest(host, now);
  return held;
}

SteadyTime Permits::earliest(const std::string& host, const std::string& origin,
                             SteadyTime now) const {
  const SteadyTime allowed = politeness_.earliest(host, now).value_or(Waits::kNotYet);
  return std::max(allowed, absences_.away_until(origin).value_or(allowed));
}

std::string Permits::given_up(const std::string& host, const std::string& origin) const {
  auto why = politeness_.given_up(host);
  return why.empty() ? absences_.given_up(origin) : why;
}

void Permits::hold(bool held) {
  held_ = held;
  if (!held) return;
  for (auto& [host, turn] : turns_) turn.give();
}

Expected<HostTurn*> Permits::turn_at(const std::string& host) {
  if (const auto known = turns_.find(host); known != turns_.end()) return &known->second;
  auto opened = TRY(HostTurn::open(host));
  return &turns_.emplace(host, std::move(opened)).first->second;
}

/// False while another process has it.
Expected<bool> Permits::lock(const std::string& host) {
  auto known = locked_.find(host);
  if (known == locked_.end()) {
    auto taken = TRY(HostLock::try_take(host));
    if (!taken.has_value()) return false;
    const auto trace = taken->read();
    if (trace && *trace != written_[host]) {
      const auto offset = steady_to_unix();
      const SteadyTime now = clock_now();
      const SteadyTime blocked =
          std::min(from_unix_ms(trace->blocked_until, offset), now + kRemembered);
      // Where the other one makes shorter pauses, ours would keep us away for good, and spare
      // nobody.
      const auto shorter =
          std::max(Milliseconds{0}, politeness_.delay(host) - Milliseconds(trace->delay));
      const SteadyTime touched = from_unix_ms(trace->last_touch, offset) - shorter;
      politeness_.note_elsewhere(host, {touched, blocked}, now);
    }
    known = locked_.emplace(host, Locked{std::move(*taken)}).first;
  }
  ++known->second.permits;
  return true;
}

void Permits::unlock(const std::string& host) {
  const auto known = locked_.find(host);
  if (known != locked_.end() && --known->second.permits == 0) locked_.erase(known);
}

/// Whoever touches the host next, be it after a crash of this process, keeps the delay.
void Permits::leave_trace(const std::string& host) {
  const auto known = locked_.find(host);
  if (known == locked_.end()) return;
  const auto offset = steady_to_unix();
  const auto trace = politeness_.trace(host);
  const SteadyTime now = clock_now();
  const SteadyTime blocked = std::min(trace.blocked_until, now + kRemembered);
  HostTrace& written = written_[host];
  // A pause that is over is none: where the clock is set back it would seem to lie ahead.
  written = {to_unix_ms(trace.last_touch, offset), blocked > now ? to_unix_ms(blocked, offset) : 0,
             politeness_.delay(host).count()};
  known->second.lock.write(written);
}

void Permits::give_back(Attempt attempt, const AnswerFacts& facts) {
  const SteadyTime now = clock_now();
  const std::string host = attempt.host;
  const std::string asked = claimed_host(attempt.url);
  attempt.ended_us = unix_us(now);
  const Milliseconds away = note_reached(attempt, facts, now);
  attempt.pause_ms = std::max(away, politeness_.finish(host, facts, now)).count();
  if (facts.retry_after) attempt.retry_after_ms = facts.retry_after->count();
  if (log_ != nullptr) log_->add_attempt(std::move(attempt));
  leave_trace(host);
  unlock(host);
  if (claims_ == nullptr) return;
  claims_->ended(asked, politeness_.earliest(host, now).value_or(now), now);
}

/// Whether there was somebody; for how long nobody is asked again.
Milliseconds Permits::note_reached(const Attempt& attempt, const AnswerFacts& facts,
                                   SteadyTime now) {
  const std::string origin = origin_of(attempt.url);
  if (facts.unreached) return absences_.unreached(origin, facts.started.value_or(now), now);
  if (facts.status != 0) absences_.answered(origin);
  return Milliseconds{0};
}

std::int64_t Permits::unix_us(SteadyTime time) const {
  return (duration_cast<microseconds>(time.time_since_epoch()) + to_unix_).count();
}

}  // namespace tagtrail::host
