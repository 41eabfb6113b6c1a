// The other end of a channel under test: a socket that says exactly what it is told.
#pragma once

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstring>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

#include "messaging/channel.hpp"
#include "messaging/frames.hpp"
#include "system/descriptor.hpp"

namespace tagtrail::host::test {

/// A connected pair of sockets; the first goes to a channel.
struct Pair {
  Pair() {
    int fds[2];
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds) != 0) {
      throw std::runtime_error("socketpair");
    }
    first = fds[0];
    second.reset(fds[1]);
  }
  int first = -1;
  Descriptor second;
};

/// Writes raw bytes and reads frames, without any knowledge of the protocol above them.
class Peer {
 public:
  explicit Peer(Channel::Serve serve = {}) {
    Pair pair;
    channel = Channel::create(pair.first, pair.first, std::move(serve));
    socket = std::move(pair.second);
    set_nonblocking(socket.get());
  }

  /// Lets the channel work until it has taken all of `bytes`, or has closed.
  void write(std::string_view bytes) {
    std::size_t at = 0;
    while (at < bytes.size()) {
      const ssize_t size = ::send(socket.get(), bytes.data() + at, bytes.size() - at, MSG_NOSIGNAL);
      if (size > 0) at += static_cast<std::size_t>(size);
      if (size < 0 && errno != EAGAIN) break;
      channel->pump();
    }
    channel->pump();
  }
  void send(std::string_view payload) { write(make_frame(payload)); }
  void say_hello() {
    send(R"({"id":1,"call":"hello","protocol":3,"version":"0","browser":"chromium"})");
    receive();
  }

  /// The next frame that the channel has written, if there is one. The channel does not run.
  std::optional<Json> receive() {
    for (;;) {
      if (auto frame = reader_.next(); frame && *frame) return Json::parse(**frame);
      std::size_t size = 0;
      if (reader_.read_from(socket.get(), size) != FrameReader::Input::more) return std::nullopt;
    }
  }
  /// The code of the next frame's error, empty when there is no frame or no error in it.
  std::string receive_error() {
    const auto frame = receive();
    if (!frame || !frame->contains("error")) return {};
    return frame->at("error").at("code").get<std::string>();
  }

  std::unique_ptr<Channel> channel;
  Descriptor socket;

 private:
  FrameReader reader_;
};

/// Answers every call with its own message under "got".
inline Expected<Json> echo(const std::string& call, const Json& message) {
  return Json{{"name", call}, {"got", message}};
}

}  // namespace tagtrail::host::test
