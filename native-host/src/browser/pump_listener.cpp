#include "browser/pump_listener.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "browser/socket_address.hpp"

namespace tagtrail::host {
namespace {

namespace fs = std::filesystem;

constexpr int kWaitingPumps = 8;
constexpr const char* kSocketName = "pump";
// What mkdtemp adds to the place, with the socket's name, and room to spare.
constexpr std::size_t kFolderNameBytes = 40;

// $XDG_RUNTIME_DIR is private and kept in memory; /tmp serves where it is missing or too long for
// the address of a socket.
fs::path socket_place() {
  const char* runtime = std::getenv("XDG_RUNTIME_DIR");
  const std::string place = runtime != nullptr ? runtime : "";
  if (place.starts_with('/') && place.size() + kFolderNameBytes < sizeof(sockaddr_un::sun_path) &&
      ::access(place.c_str(), W_OK | X_OK) == 0) {
    return place;
  }
  return "/tmp";
}

}  // namespace

std::optional<int> PumpListener::accept() {
  Descriptor connection(::accept4(socket_.get(), nullptr, nullptr, SOCK_CLOEXEC));
  if (!connection) return std::nullopt;
  ucred peer{};
  socklen_t size = sizeof peer;
  if (::getsockopt(connection.get(), SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0 ||
      peer.uid != ::geteuid()) {
    return std::nullopt;
  }
  return connection.release();
}

Expected<std::unique_ptr<PumpListener>> PumpListener::create() {
  auto folder = TRY(TemporaryFolder::create(socket_place(), "run"));
  fs::path path = folder.path() / kSocketName;
  const auto address = TRY(socket_address(path));
  Descriptor socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  if (!socket ||
      ::bind(socket.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0 ||
      ::listen(socket.get(), kWaitingPumps) != 0) {
    return fail(ErrorCode::io,
                fmt::format("can't listen on {}: {}", address.sun_path, std::strerror(errno)));
  }
  return std::make_unique<PumpListener>(std::move(folder), std::move(path), std::move(socket));
}

}  // namespace tagtrail::host
