#include "store/background_store.hpp"

#include <sys/eventfd.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace tagtrail::host {

Expected<std::unique_ptr<BackgroundStore>> BackgroundStore::create(
    std::unique_ptr<JobStore> store) {
  const int event = ::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  if (event < 0) {
    return fail(ErrorCode::io, "eventfd: " + std::generic_category().message(errno));
  }
  return std::unique_ptr<BackgroundStore>(new BackgroundStore(std::move(store), event));
}

BackgroundStore::~BackgroundStore() {
  if (commit_.valid()) commit_.wait();
  ::close(event_);
}

void BackgroundStore::begin_commit(std::vector<ResponseCommit> batch) {
  hand_over_politeness();
  commit_ = std::async(std::launch::async, [this, batch = std::move(batch)]() mutable {
    auto done = store_->commit(std::move(batch));
    const std::uint64_t one = 1;
    // Can't fail: nobody else counts there.
    (void)!::write(event_, &one, sizeof one);
    return done;
  });
}

Expected<void> BackgroundStore::end_commit() {
  auto done = commit_.get();
  std::uint64_t count = 0;
  (void)!::read(event_, &count, sizeof count);
  return done;
}

Expected<void> BackgroundStore::commit(std::vector<ResponseCommit> batch) {
  JobStore& store = settled();
  hand_over_politeness();
  return store.commit(std::move(batch));
}

JobStore& BackgroundStore::settled() const {
  if (commit_.valid()) commit_.wait();
  return *store_;
}

void BackgroundStore::hand_over_politeness() {
  for (Attempt& attempt : std::exchange(attempts_, {})) store_->add_attempt(std::move(attempt));
  for (RobotsFacts& facts : std::exchange(robots_, {})) store_->add_robots(std::move(facts));
}

}  // namespace tagtrail::host
