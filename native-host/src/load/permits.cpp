#include "load/permits.hpp"

namespace tagtrail::host {
namespace {

constexpr std::chrono::milliseconds kLockRetry{50};

SteadyTime clock_now() { return std::chrono::steady_clock::now(); }

}  // namespace

void Permits::Permit::give_back(AnswerFacts facts) {
  Permits* permits = std::exchange(permits_, nullptr);
  if (permits == nullptr) return;
  facts.started = started_;
  permits->give_back(origin_, facts);
}

Async<Permits::Permit> Permits::take(std::string origin) {
  for (;;) {
    auto allowed = waits_.until([&](SteadyTime now) {
      if (held_) return Waits::kNotYet;
      return politeness_.earliest(origin, now).value_or(Waits::kNotYet);
    });
    co_await allowed;
    const auto ours = lock(origin);
    if (!ours) co_return tl::unexpected(ours.error());
    if (*ours) {
      const SteadyTime now = clock_now();
      politeness_.start(origin, now);
      co_return Permit(*this, std::move(origin), now);
    }
    auto retry = waits_.until([at = clock_now() + kLockRetry](SteadyTime) { return at; });
    co_await retry;
  }
}

/// False while another process has it.
Expected<bool> Permits::lock(const std::string& origin) {
  auto known = locked_.find(origin);
  if (known == locked_.end()) {
    auto taken = OriginLock::try_take(origin);
    if (!taken) return tl::unexpected(taken.error());
    if (!taken->has_value()) return false;
    known = locked_.emplace(origin, Locked{std::move(**taken)}).first;
  }
  ++known->second.permits;
  return true;
}

void Permits::give_back(const std::string& origin, const AnswerFacts& facts) {
  politeness_.finish(origin, facts, clock_now());
  const auto known = locked_.find(origin);
  if (known != locked_.end() && --known->second.permits == 0) locked_.erase(known);
}

}  // namespace tagtrail::host
