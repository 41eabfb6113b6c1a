#include "messaging/message_parts.hpp"

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

constexpr const char* kAttached = "attached";

std::uint64_t parts_of(std::size_t size) {
  return std::max<std::uint64_t>((size + protocol::kWholeBytes - 1) / protocol::kWholeBytes, 1);
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
  const auto drop = [this](std::uint64_t number) {
    const auto dropped = open_.extract(number);
    if (dropped && dropped.mapped().attachment) attached_bytes_ -= dropped.mapped().bytes.size();
  };
  if (*index == 0) {
    if (open_.size() >= kOpen && !open_.contains(*of)) {
      return fail(ErrorCode::too_large, "too many messages in parts at once");
    }
    drop(*of);
    open_[*of] = Open{*parts, 0, part.value("attachment", Json()) == true, {}};
  }
  const auto found = open_.find(*of);
  if (found == open_.end() || found->second.next != *index || found->second.parts != *parts) {
    drop(*of);
    return fail(ErrorCode::invalid_data, "a part out of order");
  }
  Open& message = found->second;
  if (auto appended = append(message, *data); !appended) {
    drop(*of);
    return tl::unexpected(appended.error());
  }
  Taken taken{Json{{"ack", *index}, {"of", *of}}, std::nullopt};
  if (++message.next < message.parts) return taken;
  if (message.attachment) {
    attachments_[*of] = std::move(message.bytes);
  } else {
    taken.whole.emplace(message.bytes.begin(), message.bytes.end());
  }
  open_.erase(found);
  return taken;
}

Expected<void> PartReceiver::append(Open& message, const Json& data) {
  const auto bytes = TRY(from_base64(data.get_ref<const std::string&>()));
  const std::size_t limit = message.attachment ? protocol::kAttachedBytes : protocol::kMessageBytes;
  const std::size_t before = message.attachment ? attached_bytes_ : message.bytes.size();
  if (before + bytes.size() > limit) {
    return fail(ErrorCode::too_large, "a message in parts over the limit");
  }
  if (message.next == 0 && message.attachment) {
    // Growing step by step would take twice as much for a moment.
    message.bytes.reserve(std::min<std::uint64_t>(message.parts, limit / protocol::kWholeBytes) *
                          protocol::kWholeBytes);
  }
  message.bytes.insert(message.bytes.end(), bytes.begin(), bytes.end());
  if (message.attachment) attached_bytes_ += bytes.size();
  return {};
}

Expected<void> PartReceiver::attach_to(Json& message) {
  for (Json& field : message) {
    if (field.is_array()) {
      for (Json& item : field) {
        TRY(attach_at(item));
      }
    } else
      TRY(attach_at(field));
  }
  return {};
}

Expected<void> PartReceiver::attach_at(Json& place) {
  if (!place.is_object() || place.size() != 1) return {};
  const auto of = number_field(place, kAttached);
  if (!of) return {};
  auto found = attachments_.extract(*of);
  if (!found) return fail(ErrorCode::invalid_data, "an attachment that did not come");
  attached_bytes_ -= found.mapped().size();
  place = Json::binary(std::move(found.mapped()));
  return {};
}

void MessageSender::add(std::string text) {
  bytes_ += text.size();
  const bool in_parts = text.size() > protocol::kWholeBytes;
  items_.push_back({std::move(text), {}, in_parts ? ++last_of_ : 0});
}

std::uint64_t MessageSender::attach(Bytes bytes) {
  items_.push_back({{}, std::move(bytes), ++last_of_});
  return last_of_;
}

std::optional<std::string> MessageSender::next() {
  if (items_.empty()) return std::nullopt;
  if (items_.front().of != 0) {
    if (out_.size() >= protocol::kPartWindow) return std::nullopt;
    return next_part();
  }
  std::string message = std::move(items_.front().text);
  items_.pop_front();
  bytes_ -= message.size();
  return message;
}

std::string MessageSender::next_part() {
  const Item& item = items_.front();
  const bool is_text = item.attachment.empty();
  const std::size_t whole = is_text ? item.text.size() : item.attachment.size();
  const auto* data =
      is_text ? reinterpret_cast<const std::uint8_t*>(item.text.data()) : item.attachment.data();
  const std::uint64_t parts = parts_of(whole);
  const std::size_t begin = part_ * protocol::kWholeBytes;
  const std::size_t size = std::min(protocol::kWholeBytes, whole - begin);
  Json part{
      {"of", item.of}, {"part", part_}, {"parts", parts}, {"data", to_base64(data + begin, size)}};
  if (!is_text) part["attachment"] = true;
  out_.emplace(item.of, part_);
  if (++part_ == parts) {
    part_ = 0;
    bytes_ -= item.text.size();
    items_.pop_front();
  }
  return write_json(part);
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
