#include "browser/run_pump.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <string>

#include "browser/socket_address.hpp"
#include "messaging/frames.hpp"
#include "system/descriptor.hpp"
#include "system/say.hpp"
#include "tagtrail/protocol.hpp"

namespace tagtrail::host {
namespace {

constexpr int kDone = 0;
constexpr int kProtocolBroken = 1;
constexpr int kCouldNotStart = 3;
constexpr std::size_t kBufferBytes = 256UL * 1024;
constexpr int kLastWordsMs = 5000;

// One direction: what was read and not yet written, and where the next frame's length begins.
class Stream {
 public:
  Stream(int from, int to) : from_(from), to_(to) {}

  bool wants_to_read() const { return !ended_ && buffer_.size() < kBufferBytes; }
  bool wants_to_write() const { return checked_ > 0; }
  bool ended() const { return ended_; }
  bool broken() const { return broken_; }
  int from() const { return from_; }
  int to() const { return to_; }

  void read() {
    std::array<char, 64UL * 1024> chunk;
    const ssize_t size = ::read(from_, chunk.data(), chunk.size());
    if (size > 0) {
      buffer_.append(chunk.data(), static_cast<std::size_t>(size));
      check();
    } else if (size == 0 || (errno != EAGAIN && errno != EINTR)) {
      ended_ = true;
    }
  }
  void write() {
    const ssize_t size = ::write(to_, buffer_.data(), checked_);
    if (size > 0) {
      buffer_.erase(0, static_cast<std::size_t>(size));
      checked_ -= static_cast<std::size_t>(size);
    } else if (size < 0 && errno != EAGAIN && errno != EINTR) {
      // Nobody takes it any more.
      ended_ = true;
      buffer_.clear();
      checked_ = 0;
    }
  }

 private:
  // Lets bytes through only once the length before them is known to be allowed.
  void check() {
    while (!broken_) {
      const std::size_t step = std::min(frame_left_, buffer_.size() - checked_);
      checked_ += step;
      frame_left_ -= step;
      if (buffer_.size() - checked_ < kLengthBytes) return;
      const std::size_t length = frame_length(buffer_.data() + checked_);
      if (length > protocol::kFrameBytes) {
        broken_ = true;
        ended_ = true;
        buffer_.resize(checked_);
        return;
      }
      frame_left_ = kLengthBytes + length;
    }
  }

  int from_;
  int to_;
  std::string buffer_;
  std::size_t checked_ = 0;     ///< bytes at the front of the buffer that may go out
  std::size_t frame_left_ = 0;  ///< bytes of the current frame beyond those
  bool ended_ = false;
  bool broken_ = false;
};

short events(const Stream& reads, const Stream& writes) {
  return static_cast<short>((reads.wants_to_read() ? POLLIN : 0) |
                            (writes.wants_to_write() ? POLLOUT : 0));
}

// After one side has ended, what it said before is still delivered, for a while.
void run(Stream& out, Stream& in) {
  while (!out.ended() && !in.ended()) {
    // Descriptors without interest are left out (-1): a hang-up of theirs would spin the loop.
    const auto state = [](int fd, short wanted) {
      return pollfd{wanted != 0 ? fd : -1, wanted, 0};
    };

    std::array<pollfd, 3> states{
        state(out.from(), out.wants_to_read() ? POLLIN : short{0}),
        state(in.to(), in.wants_to_write() ? POLLOUT : short{0}),
        state(out.to(), events(in, out)),
    };
    if (::poll(states.data(), states.size(), -1) < 0 && errno != EINTR) return;
    if (states[0].revents != 0) out.read();
    if (states[1].revents != 0) in.write();
    if (states[2].revents != 0) {
      if (in.wants_to_read()) in.read();
      if (out.wants_to_write()) out.write();
    }
  }
  for (Stream* stream : {&out, &in}) {
    pollfd state{stream->to(), POLLOUT, 0};
    while (stream->wants_to_write() && ::poll(&state, 1, kLastWordsMs) > 0) stream->write();
  }
}

}  // namespace

int run_pump(const std::filesystem::path& socket) {
  // A vanished reader must be an error of write(), not the end of the process.
  std::signal(SIGPIPE, SIG_IGN);
  const auto address = socket_address(socket);
  const Descriptor owner(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (!address || !owner ||
      ::connect(owner.get(), reinterpret_cast<const sockaddr*>(&*address), sizeof *address) != 0) {
    say(stderr, "tagtrail pump: nobody listens on {}; the run has ended\n", socket.string());
    return kCouldNotStart;
  }
  set_nonblocking(owner.get());
  set_nonblocking(STDIN_FILENO);
  set_nonblocking(STDOUT_FILENO);
  Stream out(STDIN_FILENO, owner.get());
  Stream in(owner.get(), STDOUT_FILENO);
  run(out, in);
  return out.broken() || in.broken() ? kProtocolBroken : kDone;
}

}  // namespace tagtrail::host
