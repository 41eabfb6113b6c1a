#include "messaging/parts.hpp"

#include <algorithm>

#include "messaging/json_text.hpp"
#include "tagtrail/protocol.hpp"

namespace tagtrail::host {
namespace {

std::optional<std::uint64_t> number_field(const Json& object, const char* name) {
  const auto found = object.find(name);
  if (found == object.end() || !found->is_number_unsigned()) return std::nullopt;
  return found->get<std::uint64_t>();
}

}  // namespace

Expected<PartReceiver::Taken> PartReceiver::take(const Json& part) {
  const auto of = number_field(part, "of");
  const auto index = number_field(part, "part");
  const auto parts = number_field(part, "parts");
  const auto data = part.find("data");
  if (!of || !index || !parts || *index >= *parts || data == part.end() || !data->is_string()) {
    return fail(ErrorCode::invalid_data, "a part needs of, part, parts and data");
  }
  if (*index == 0) {
    if (open_.size() >= kOpen && !open_.contains(*of)) {
      return fail(ErrorCode::too_large, "too many messages in parts at once");
    }
    open_[*of] = Open{*parts, 0, {}};
  }
  const auto found = open_.find(*of);
  if (found == open_.end() || found->second.next != *index || found->second.parts != *parts) {
    open_.erase(*of);
    return fail(ErrorCode::invalid_data, "a part out of order");
  }
  auto bytes = from_base64(data->get_ref<const std::string&>());
  if (!bytes) {
    open_.erase(found);
    return tl::unexpected(bytes.error());
  }
  Open& message = found->second;
  if (message.text.size() + bytes->size() > protocol::kMessageBytes) {
    open_.erase(found);
    return fail(ErrorCode::too_large, "a message in parts over the limit");
  }
  message.text.append(bytes->begin(), bytes->end());
  ++message.next;

  Taken taken{Json{{"ack", *index}, {"of", *of}}, std::nullopt};
  if (message.next == message.parts) {
    taken.whole = std::move(message.text);
    open_.erase(found);
  }
  return taken;
}

void MessageSender::add(std::string text) {
  bytes_ += text.size();
  messages_.push_back(std::move(text));
}

std::optional<std::string> MessageSender::next() {
  if (messages_.empty()) return std::nullopt;
  if (messages_.front().size() > protocol::kWholeBytes) {
    if (out_.size() >= protocol::kPartWindow) return std::nullopt;
    return next_part();
  }
  std::string message = std::move(messages_.front());
  messages_.pop_front();
  bytes_ -= message.size();
  return message;
}

std::string MessageSender::next_part() {
  const std::string& text = messages_.front();
  const std::uint64_t parts = (text.size() + protocol::kWholeBytes - 1) / protocol::kWholeBytes;
  if (part_ == 0) ++of_;
  const std::size_t begin = part_ * protocol::kWholeBytes;
  const std::size_t size = std::min(protocol::kWholeBytes, text.size() - begin);
  const auto* data = reinterpret_cast<const std::uint8_t*>(text.data()) + begin;
  std::string frame =
      write_json({{"of", of_}, {"part", part_}, {"parts", parts}, {"data", to_base64(data, size)}});
  out_.emplace(of_, part_);
  if (++part_ == parts) {
    part_ = 0;
    bytes_ -= text.size();
    messages_.pop_front();
  }
  return frame;
}

Expected<void> MessageSender::acknowledge(const Json& ack) {
  const auto of = number_field(ack, "of");
  const auto index = number_field(ack, "ack");
  if (!of || !index || out_.erase({*of, *index}) == 0) {
    return fail(ErrorCode::invalid_data, "an acknowledgement of a part that was not sent");
  }
  return {};
}

}  // namespace tagtrail::host
