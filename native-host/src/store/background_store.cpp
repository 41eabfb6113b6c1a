#include "store/background_store.hpp"

#include <poll.h>
#include <sys/eventfd.h>

#include <cerrno>
#include <system_error>

namespace tagtrail::host {
namespace {

/// Makes an eventfd readable when it goes out of scope.
class Signal {
 public:
  explicit Signal(int event) : event_(event) {}
  ~Signal() { ::eventfd_write(event_, 1); }
  Signal(const Signal&) = delete;
  Signal& operator=(const Signal&) = delete;

 private:
  int event_;
};

}  // namespace

Expected<std::unique_ptr<BackgroundStore>> BackgroundStore::create(
    std::unique_ptr<JobStore> store) {
  Descriptor event(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  if (!event) return fail(ErrorCode::io, "eventfd: " + std::generic_category().message(errno));
  return std::unique_ptr<BackgroundStore>(new BackgroundStore(std::move(store), std::move(event)));
}

BackgroundStore::~BackgroundStore() {
  if (commit_.valid()) commit_.wait();
}

void BackgroundStore::begin_commit(std::vector<ResponseCommit> batch) {
  hand_over_politeness();
  const auto items = std::make_shared<std::vector<ResponseCommit>>(std::move(batch));
  const auto work = [this, items] {
    const Signal at_the_end(event_.get());
    return store_->commit(std::move(*items));
  };
  try {
    commit_ = std::async(std::launch::async, work);
  } catch (const std::system_error&) {
    // The system gives no more threads: whoever waits for it makes the commit.
    commit_ = std::async(std::launch::deferred, work);
    ::eventfd_write(event_.get(), 1);
  }
}

bool BackgroundStore::ended() const {
  pollfd waited{event_.get(), POLLIN, 0};
  return ::poll(&waited, 1, 0) == 1;
}

Expected<void> BackgroundStore::end_commit() {
  auto done = commit_.get();
  eventfd_t count = 0;
  ::eventfd_read(event_.get(), &count);
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
