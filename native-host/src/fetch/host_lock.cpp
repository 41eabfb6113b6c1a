#include "fetch/host_lock.hpp"

#include <fcntl.h>
#include <sys/file.h>

#include <cerrno>
#include <utility>

#include "fetch/lock_folder.hpp"

namespace tagtrail::host {

Expected<std::optional<HostLock>> HostLock::try_take(const std::string& host) {
  const auto folder = TRY(lock_folder());
  auto file = TRY(take_lock_file(lock_path(folder, host, LockKind::host)));
  if (!file) return std::optional<HostLock>{};
  return std::optional<HostLock>{HostLock(std::move(*file))};
}

std::optional<HostTrace> HostLock::read() const { return read_trace(file_.get()); }

void HostLock::write(const HostTrace& trace) const { write_trace(file_.get(), trace); }

Expected<HostTurn> HostTurn::open(const std::string& host) {
  return HostTurn(lock_path(TRY(lock_folder()), host, LockKind::turn));
}

bool HostTurn::take() {
  if (file_) return true;
  auto file = take_lock_file(path_);
  // Without a file for it there is no turn to take, and the lock serves without.
  if (!file || !*file) return false;
  file_ = std::move(**file);
  return true;
}

void HostTurn::give() {
  if (!file_) return;
  remove_lock_file(path_);
  file_.reset();
}

bool HostTurn::is_taken_elsewhere() const {
  if (file_) return false;
  const Descriptor file(::open(path_.c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW));
  return file && ::flock(file.get(), LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
}

}  // namespace tagtrail::host
