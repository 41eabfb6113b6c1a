// Preloaded into a program (LD_PRELOAD): as if it ran on a machine of its own. What it connects to
// on loopback is asked from the address TAGTRAIL_FROM.
#include <arpa/inet.h>
#include <dlfcn.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <cstdlib>

namespace {

bool is_on_loopback(const sockaddr* to) {
  constexpr unsigned kLoopback = 127;
  if (to->sa_family != AF_INET) return false;
  const auto* address = reinterpret_cast<const sockaddr_in*>(to);
  return ntohl(address->sin_addr.s_addr) >> 24U == kLoopback;
}

void bind_to_own_address(int socket) {
  const char* own = std::getenv("TAGTRAIL_FROM");
  sockaddr_in from{};
  from.sin_family = AF_INET;
  if (own == nullptr || inet_pton(AF_INET, own, &from.sin_addr) != 1) return;
  // The port is chosen when it connects: no two connections fight for one.
  const int late = 1;
  setsockopt(socket, IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &late, sizeof late);
  (void)bind(socket, reinterpret_cast<const sockaddr*>(&from), sizeof from);
}

}  // namespace

extern "C" {

int connect(int socket, const sockaddr* to, socklen_t size) {
  static const auto real =
      reinterpret_cast<int (*)(int, const sockaddr*, socklen_t)>(dlsym(RTLD_NEXT, "connect"));
  if (is_on_loopback(to)) bind_to_own_address(socket);
  return real(socket, to, size);
}

}  // extern "C"
