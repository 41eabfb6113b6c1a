#include "store/commit_worker.hpp"

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

Expected<CommitWorker> CommitWorker::create() {
  Descriptor event(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  if (!event) return fail(ErrorCode::io, "eventfd: " + std::generic_category().message(errno));
  return CommitWorker(std::move(event));
}

void CommitWorker::begin(std::function<Expected<void>()> commit) {
  const auto work = [event = event_.get(), commit = std::move(commit)] {
    const Signal at_the_end(event);
    return commit();
  };
  try {
    commit_ = std::async(std::launch::async, work);
  } catch (const std::system_error&) {
    // The system gives no more threads: whoever waits for it makes the commit.
    commit_ = std::async(std::launch::deferred, work);
    ::eventfd_write(event_.get(), 1);
  }
}

bool CommitWorker::ended() const {
  pollfd waited{event_.get(), POLLIN, 0};
  return ::poll(&waited, 1, 0) == 1;
}

Expected<void> CommitWorker::end() {
  auto done = commit_.get();
  eventfd_t count = 0;
  ::eventfd_read(event_.get(), &count);
  return done;
}

}  // namespace tagtrail::host
