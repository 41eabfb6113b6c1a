// Messages that are too long for one frame travel in parts (docs/protocol.md, section 2).
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>

#include "messaging/channel.hpp"

namespace tagtrail::host {

/// Puts the parts of the other side's messages together again. At most kOpen messages at a time,
/// each within protocol::kMessageBytes.
class PartReceiver {
 public:
  static constexpr std::size_t kOpen = 4;

  struct Taken {
    Json ack;                          ///< to be sent back
    std::optional<std::string> whole;  ///< the message's text, with its last part
  };
  /// Errors: invalid_data (fields, order, base64), too_large; the message it was part of is
  /// dropped.
  Expected<Taken> take(const Json& part);

 private:
  struct Open {
    std::uint64_t parts = 0;
    std::uint64_t next = 0;
    std::string text;
  };
  std::map<std::uint64_t, Open> open_;
};

/// Sends messages in order, long ones in parts, never more than protocol::kPartWindow of them
/// unacknowledged. A message behind a long one waits: calls must not overtake each other.
class MessageSender {
 public:
  void add(std::string text);
  /// The next frame payload that may go out now, if any.
  std::optional<std::string> next();
  /// Errors: invalid_data, when no such part is out.
  Expected<void> acknowledge(const Json& ack);
  /// Bytes of messages not yet handed out.
  std::size_t bytes() const { return bytes_; }

 private:
  std::string next_part();

  std::deque<std::string> messages_;
  std::size_t bytes_ = 0;
  std::uint64_t of_ = 0;    ///< number of the split message at the front, or of the last one
  std::uint64_t part_ = 0;  ///< its next part; 0: not begun
  std::set<std::pair<std::uint64_t, std::uint64_t>> out_;  ///< (of, part) not yet acknowledged
};

}  // namespace tagtrail::host
