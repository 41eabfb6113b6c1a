// Messages that are too long for one frame travel in parts (docs/protocol.md, section 2).
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>

#include "messaging/channel.hpp"
#include "tagtrail/bytes.hpp"

namespace tagtrail::host {

/// Puts the parts of the other side's messages together again. At most kOpen messages and
/// attachments at a time, each message within protocol::kMessageBytes, and all attachments that no
/// message has claimed yet within protocol::kAttachedBytes.
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

  /// Puts the attachments that a message names in their places. Errors: invalid_data (there is no
  /// such attachment).
  Expected<void> attach_to(Json& message);

 private:
  struct Open {
    std::uint64_t parts = 0;
    std::uint64_t next = 0;
    bool attachment = false;
    Bytes bytes;
  };
  Expected<void> append(Open& message, const Json& data);
  Expected<void> attach_at(Json& place);

  std::map<std::uint64_t, Open> open_;
  std::map<std::uint64_t, Bytes> attachments_;  ///< whole, not claimed yet
  std::size_t attached_bytes_ = 0;              ///< of these and of open ones
};

/// Sends messages in order, long ones in parts, never more than protocol::kPartWindow of them
/// unacknowledged. A message behind a long one waits: calls must not overtake each other.
class MessageSender {
 public:
  void add(std::string text);
  /// Long bytes of the message that is added next; returns their number.
  std::uint64_t attach(Bytes bytes);
  /// The next frame payload that may go out now, if any.
  std::optional<std::string> next();
  /// Errors: invalid_data, when no such part is out.
  Expected<void> acknowledge(const Json& ack);
  /// Bytes of messages not yet handed out, without their attachments.
  std::size_t bytes() const { return bytes_; }

 private:
  /// A message's text, or an attachment.
  struct Item {
    std::string text;
    Bytes attachment;
    std::uint64_t of = 0;  ///< its number when it goes in parts
  };
  std::string next_part();

  std::deque<Item> items_;
  std::size_t bytes_ = 0;
  std::uint64_t last_of_ = 0;
  std::uint64_t part_ = 0;  ///< the next one of the item at the front
  std::set<std::pair<std::uint64_t, std::uint64_t>> out_;  ///< (of, part) not yet acknowledged
};

}  // namespace tagtrail::host
