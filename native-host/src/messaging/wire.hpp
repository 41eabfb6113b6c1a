// The lower half of a channel: whole JSON messages in and out, over two descriptors, never waiting.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "messaging/channel.hpp"
#include "messaging/frames.hpp"
#include "messaging/message_parts.hpp"
#include "system/descriptor.hpp"

namespace tagtrail::host {

class Wire {
 public:
  /// More than this waiting to go out means that the other side does not read: the wire ends.
  static constexpr std::size_t kBacklogBytes = 64ULL << 20;

  /// Takes ownership of the descriptors (they may be equal).
  Wire(int read_fd, int write_fd);

  /// An epoll descriptor: readable when something has arrived, can be written, or wake() was
  /// called.
  int fd() const { return epoll_.get(); }
  bool connected() const { return connected_; }

  /// Queues a message and writes what can be written.
  void send(std::string text);
  /// Queues long bytes of the message that is sent next; returns their number.
  std::uint64_t attach(Bytes bytes) { return connected_ ? sender_.attach(std::move(bytes)) : 0; }
  /// Grows with each part that comes or is acknowledged.
  std::uint64_t parts_moved() const { return parts_moved_; }
  void flush();

  struct Received {
    Json message;
    std::size_t bytes = 0;  ///< of its text
  };

  /// The next message that has arrived. `budget` is what may still be read, in bytes, so that a
  /// side that writes without end can't hold the caller. Parts and acknowledgements are dealt with.
  std::optional<Received> receive(std::size_t& budget);
  /// Reports a message that is none of the protocol; the third in a row ends the wire.
  void refuse(const Error& error);
  /// The message was one of the protocol.
  void accept() { errors_in_a_row_ = 0; }

  /// Makes fd() readable until the next clear_wake().
  void wake();
  void clear_wake();

 private:
  std::optional<Received> take_frame(const std::string& payload);
  std::optional<Received> take_part(const Json& part);
  std::optional<Received> take_message(Expected<Json> message, std::size_t bytes);
  bool watch(int operation, int fd, unsigned events);
  void watch_writable(bool wanted);
  int write_fd() const { return write_ ? write_.get() : read_.get(); }
  void end();

  Descriptor epoll_;
  Descriptor wake_;
  Descriptor read_;
  Descriptor write_;  ///< none when read_ serves both ways
  FrameReader reader_;
  FrameWriter writer_;
  MessageSender sender_;
  PartReceiver parts_;
  bool connected_ = true;
  bool write_broken_ = false;
  bool watching_writable_ = false;
  int errors_in_a_row_ = 0;
  std::uint64_t parts_moved_ = 0;
};

}  // namespace tagtrail::host
