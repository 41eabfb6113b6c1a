#include "system/descriptor.hpp"

#include <fcntl.h>

namespace tagtrail::host {

bool set_nonblocking(int fd) {
  const int flags = ::fcntl(fd, F_GETFL);
  return flags >= 0 && ::fcntl(fd, F_SETFL, flags | O_NONBLOCK) == 0;
}

}  // namespace tagtrail::host
