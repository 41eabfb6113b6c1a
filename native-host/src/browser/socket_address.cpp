#include "browser/socket_address.hpp"

#include <fmt/format.h>
#include <sys/socket.h>

#include <cstring>

namespace tagtrail::host {

Expected<sockaddr_un> socket_address(const std::filesystem::path& path) {
  sockaddr_un address{};
  const std::string& text = path.native();
  if (text.empty() || text.size() >= sizeof address.sun_path) {
    return fail(ErrorCode::invalid_argument, fmt::format("no path for a socket: {}", text));
  }
  address.sun_family = AF_UNIX;
  std::memcpy(address.sun_path, text.c_str(), text.size() + 1);
  return address;
}

}  // namespace tagtrail::host
