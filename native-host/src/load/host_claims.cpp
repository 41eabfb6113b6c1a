#include "load/host_claims.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <random>

namespace tagtrail::host {
namespace {

constexpr Milliseconds kLookEvery{100};
/// After its last request a host is kept for the next, so that not each needs a grant of its own.
constexpr Milliseconds kKept{2'000};
constexpr Milliseconds kKeptAtMost{10'000};
/// Between two turns with a host, so that others get it.
constexpr int kPausesATurn = 20;
/// A request that can be put off waits so long, in case the grant is under way.
constexpr Milliseconds kFirstWait{1'500};
/// So many times the patience a host that was not granted is not wanted again by such requests.
constexpr int kDeniedFor = 3;

/// Harvests that want each other's hosts must not lose patience together.
Milliseconds with_chance(Milliseconds time) {
  std::random_device random;
  return time + Milliseconds(std::uniform_int_distribution<std::int64_t>(0, time.count())(random));
}

std::string words_of_left(const std::string& host) {
  return fmt::format("{} was asked by other machines of the fleet whenever it was to be asked",
                     host);
}

}  // namespace

class HostClaims::Waiting {
 public:
  Waiting(HostClaims& claims, Host& host, bool must) : claims_(claims), host_(host), must_(must) {
    ++host_.waiting;
    ++claims_.waiting_;
    if (must_ && ++claims_.must_ == 1) claims_.must_since_ = std::chrono::steady_clock::now();
  }
  ~Waiting() {
    --host_.waiting;
    --claims_.waiting_;
    if (must_) --claims_.must_;
  }
  Waiting(const Waiting&) = delete;
  Waiting& operator=(const Waiting&) = delete;

 private:
  HostClaims& claims_;
  Host& host_;
  bool must_;
};

Expected<std::unique_ptr<HostClaims>> HostClaims::open(const std::filesystem::path& place) {
  return std::make_unique<HostClaims>(place, TRY(read_granted_hosts(place)));
}

HostClaims::HostClaims(std::filesystem::path place, GrantedHosts granted)
    : place_(std::move(place)),
      granted_(std::move(granted)),
      patience_(with_chance(granted_.patience)),
      last_asked_(std::chrono::steady_clock::now()) {}

bool HostClaims::is_foreign(std::string_view host) const {
  return host != granted_.home && !(granted_.below && lies_below(host, granted_.home));
}

bool HostClaims::turn_is_over(const Host& host, SteadyTime now) const {
  return now >= host.granted_at + granted_.turn;
}

bool HostClaims::may_ask(const std::string& host, SteadyTime now) const {
  if (!is_foreign(host)) return true;
  const auto known = hosts_.find(host);
  return known != hosts_.end() && known->second.granted && !turn_is_over(known->second, now);
}

Async<HostClaims::Verdict> HostClaims::admit(const Request& request, Waits& waits) {
  const std::string name = claimed_host(request.url);
  if (!is_foreign(name)) co_return Verdict{};
  Host& host = hosts_[name];
  // Of a round, and of the first requests, what was put off would not be asked for again.
  const bool once = request.revisit || request.source_page.empty();
  const bool must = once || host.put_off.contains(request.url);
  const Waiting waiting(*this, host, must);
  const SteadyTime since = std::chrono::steady_clock::now();
  bool later = false;
  auto settled = waits.until([&](SteadyTime now) {
    look(now);
    if (may_ask(name, now) || is_left(host, must, now)) return now;
    later = !once && comes_later(host, request.url, must, since, now);
    return later ? now : now + kLookEvery;
  });
  co_await settled;
  if (later) {
    host.put_off.try_emplace(request.url, 0);
    co_return Verdict{FetchError::host_taken, "another machine of the fleet asks " + name};
  }
  host.put_off.erase(request.url);
  if (host.left) co_return Verdict{FetchError::rate_limited, words_of_left(name)};
  co_return Verdict{};
}

Async<void> HostClaims::wait_for(std::string name, Waits& waits) {
  Host& host = hosts_[name];
  const Waiting waiting(*this, host, /*must=*/true);
  auto settled = waits.until([&](SteadyTime now) {
    look(now);
    return may_ask(name, now) || is_left(host, true, now) ? now : now + kLookEvery;
  });
  co_await settled;
  if (host.left) co_return fail(ErrorCode::refused, words_of_left(name));
  co_return Expected<void>{};
}

/// Whether a request is put off: the first time when its host is not granted soon, then only for
/// the sake of others that can be asked.
bool HostClaims::comes_later(Host& host, const std::string& url, bool must, SteadyTime since,
                             SteadyTime now) {
  if (must) return steps_aside(host, url, now);
  if (now < host.denied_until) return true;
  if (now - since < kFirstWait) return false;
  host.denied_until = now + kDeniedFor * granted_.patience;
  return true;
}

/// Once for each grant. Whoever has stepped aside for one and comes again has seen all others
/// pass, and none of them was for that host.
bool HostClaims::steps_aside(Host& host, const std::string& url, SteadyTime now) {
  for (auto& [name, other] : hosts_) {
    if (&other == &host || other.put_off.empty() || !may_ask(name, now)) continue;
    std::uint64_t& before = host.put_off[url];
    if (before == other.ticket) {
      other.put_off.clear();
      continue;
    }
    before = other.ticket;
    return true;
  }
  return false;
}

/// Where the harvest was put down often enough, what it can't ask is left.
bool HostClaims::is_left(Host& host, bool must, SteadyTime now) const {
  host.left = host.left || (granted_.leave && must && now - idle_since() >= patience_);
  return host.left;
}

SteadyTime HostClaims::idle_since() const {
  return std::max({last_asked_, last_granted_, must_since_});
}

bool HostClaims::starved(SteadyTime now) const {
  return must_ > 0 && !granted_.leave && now - idle_since() >= patience_;
}

void HostClaims::began(const std::string& host) {
  last_asked_ = std::chrono::steady_clock::now();
  if (is_foreign(host)) ++hosts_[host].out;
}

void HostClaims::ended(const std::string& name, SteadyTime free_at, SteadyTime now) {
  last_asked_ = now;
  if (!is_foreign(name)) return;
  Host& host = hosts_[name];
  if (host.out > 0) --host.out;
  host.free_at = std::max(host.free_at, free_at);
  host.kept_until = std::min(host.free_at + kKept, now + kKeptAtMost);
}

void HostClaims::look(SteadyTime now) {
  if (now - looked_at_ < kLookEvery) return;
  looked_at_ = now;
  if (hosts_.empty()) return;
  read_grants(now);
  give_back(now);
  want(now);
  write(now);
}

void HostClaims::leave() {
  const SteadyTime now = std::chrono::steady_clock::now();
  for (auto& [name, host] : hosts_) {
    host.ticket = 0;
    host.granted = false;
  }
  wanted_ = 0;
  write(now);
}

void HostClaims::read_grants(SteadyTime now) {
  const bool any = std::any_of(hosts_.begin(), hosts_.end(), [](const auto& each) {
    return each.second.ticket != 0 && !each.second.granted;
  });
  if (!any) return;
  const auto grants = read_granted_hosts(place_);
  if (!grants) return;  // nothing more is granted by it
  for (const auto& [name, ticket] : grants->hosts) {
    const auto known = hosts_.find(name);
    if (known == hosts_.end() || known->second.granted || ticket != known->second.ticket) continue;
    Host& host = known->second;
    host.granted = true;
    host.granted_at = last_granted_ = now;
    // Whoever is to ask it may have to come up first.
    host.kept_until = now + granted_.turn;
    host.denied_until = {};
  }
}

void HostClaims::give_back(SteadyTime now) {
  for (auto& [name, host] : hosts_) {
    if (host.ticket == 0 || host.out > 0) continue;
    const bool over = host.granted && turn_is_over(host, now);
    const bool kept = is_wanted(host) || (host.granted && now < host.kept_until);
    if (kept && !over) continue;
    host.ticket = 0;
    host.granted = false;
    --wanted_;
    if (over) host.wanted_from = now + granted_.turn / kPausesATurn;
  }
}

bool HostClaims::is_wanted(const Host& host) const {
  return host.waiting > 0 || (must_ > 0 && !host.put_off.empty());
}

void HostClaims::want(SteadyTime now) {
  for (auto& [name, host] : hosts_) {
    if (wanted_ >= kMostWantedHosts) return;
    if (host.ticket != 0 || host.left || !is_wanted(host) || now < host.wanted_from) continue;
    host.ticket = ++last_ticket_;
    ++wanted_;
  }
}

void HostClaims::write(SteadyTime now) {
  WantedHosts wanted;
  for (const auto& [name, host] : hosts_) {
    if (host.ticket != 0) wanted.hosts[name] = host.ticket;
    const bool rests = host.ticket == 0 && host.free_at > now;
    if (rests && wanted.rests.size() < kMostWantedHosts) {
      wanted.rests[name] = std::chrono::ceil<Milliseconds>(host.free_at - now);
    }
  }
  // Rests grow shorter by themselves.
  if (wanted.hosts == written_.hosts) return;
  if (write_wanted_hosts(place_, wanted)) written_ = std::move(wanted);
}

}  // namespace tagtrail::host
