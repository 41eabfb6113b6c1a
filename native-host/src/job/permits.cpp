#include "job/permits.hpp"

#include <algorithm>

namespace tagtrail::host {
namespace {

constexpr std::chrono::milliseconds kLongestWait{250};
constexpr std::chrono::milliseconds kLockRetry{50};

SteadyTime now() { return std::chrono::steady_clock::now(); }

}  // namespace

void Permits::wait(SteadyTime until) {
  const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(until - now()) +
                    std::chrono::milliseconds(1);
  downloader_.poll(std::clamp(left, std::chrono::milliseconds(0), kLongestWait),
                   attention_.descriptors());
  attention_.attend();
}

Expected<bool> Permits::take(const std::string& origin) {
  for (;;) {
    if (attention_.stopping()) return false;
    const auto earliest = politeness_.earliest(origin, now());
    if (!earliest) return fail(ErrorCode::internal, "a permit was not given back");
    if (*earliest > now()) {
      wait(*earliest);
      continue;
    }
    auto lock = OriginLock::try_take(origin);
    if (!lock) return tl::unexpected(lock.error());
    if (lock->has_value()) {
      lock_ = std::make_unique<OriginLock>(std::move(**lock));
      politeness_.start(origin, now());
      return true;
    }
    wait(now() + kLockRetry);
  }
}

void Permits::give_back(const std::string& origin, const AnswerFacts& facts) {
  politeness_.finish(origin, facts, now());
  lock_.reset();
}

}  // namespace tagtrail::host
