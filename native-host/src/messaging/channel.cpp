#include "messaging/channel.hpp"

#include <fmt/format.h>
#include <poll.h>

#include <algorithm>
#include <deque>
#include <map>

#include "messaging/errors.hpp"
#include "messaging/json_text.hpp"
#include "messaging/wire.hpp"
#include "tagtrail/protocol.hpp"

namespace tagtrail::host {
namespace {

using Done = std::function<void(Expected<Json>)>;
using Clock = std::chrono::steady_clock;

constexpr std::size_t kReadPerPump = 8ULL << 20;
// Calls that wait while another is served.
constexpr std::size_t kWaitingCalls = 256;
constexpr std::size_t kWaitingBytes = protocol::kMessageBytes;
constexpr std::size_t kCallNameBytes = 64;
// Whether a call is to be given up.
constexpr std::chrono::milliseconds kAskEvery{200};

class SocketChannel final : public Channel {
 public:
  SocketChannel(int read_fd, int write_fd, Serve serve)
      : wire_(read_fd, write_fd), serve_(std::move(serve)) {}

  int fd() const override { return wire_.fd(); }
  bool connected() const override { return wire_.connected(); }
  void pump() override;
  Expected<Json> call(std::string_view name, Json fields, std::chrono::milliseconds timeout,
                      const GoOn& go_on) override;
  void call_async(std::string_view name, Json fields, Done done) override {
    start_call(name, std::move(fields), std::move(done));
  }
  void notice(std::string_view name, Json fields) override;

 private:
  struct Call {
    Json id;
    std::string name;
    Json message;
    std::size_t bytes = 0;
  };

  /// Nothing when none came in time.
  std::optional<Expected<Json>> wait_for_reply(std::string_view name, Json fields,
                                               std::chrono::milliseconds timeout,
                                               const GoOn& go_on);
  Expected<void> send(Json message, std::string_view name);
  std::uint64_t start_call(std::string_view name, Json fields, Done done);
  void finish_later(Done done, Error error);
  void handle(Wire::Received received);
  void take_reply(Json message);
  void take_call(Wire::Received received);
  void serve_waiting();
  Expected<Json> answer(const Call& call);
  void reply(const Json& id, Expected<Json> result);
  void fail_calls();

  Wire wire_;
  Serve serve_;
  bool greeted_ = false;  ///< a hello was answered, in either direction
  int busy_ = 0;  ///< serving a call, or waiting for the reply to one: calls that arrive wait
  std::uint64_t last_id_ = 0;
  std::map<std::uint64_t, Done> pending_;
  std::deque<std::pair<Done, Error>> later_;  ///< calls that failed before they were sent
  std::deque<Call> waiting_;
  std::size_t waiting_bytes_ = 0;
};

// Higher for the length of a scope, whatever leaves it.
class Within {
 public:
  explicit Within(int& depth) : depth_(depth) { ++depth_; }
  ~Within() { --depth_; }
  Within(const Within&) = delete;
  Within& operator=(const Within&) = delete;

 private:
  int& depth_;
};

bool speaks_our_version(const Json& message) {
  const auto found = message.find("protocol");
  return found != message.end() && found->is_number_integer() && *found == protocol::kVersion;
}

void SocketChannel::pump() {
  wire_.clear_wake();
  wire_.flush();
  std::size_t budget = kReadPerPump;
  serve_waiting();
  while (auto received = wire_.receive(budget)) handle(std::move(*received));
  const bool ended = !wire_.connected();
  // Once the end is known there is nothing to wake for, unless a callback below starts a call.
  if (ended) wire_.clear_wake();
  for (auto failed = std::exchange(later_, {}); auto& [done, error] : failed) {
    done(tl::unexpected(error));
  }
  if (ended) fail_calls();
}

void SocketChannel::fail_calls() {
  waiting_.clear();
  waiting_bytes_ = 0;
  for (auto failed = std::exchange(pending_, {}); auto& [id, done] : failed) {
    done(fail(ErrorCode::disconnected, "the other side has gone"));
  }
}

Expected<Json> SocketChannel::call(std::string_view name, Json fields,
                                   std::chrono::milliseconds timeout, const GoOn& go_on) {
  auto answer = [&] {
    const Within waiting(busy_);
    return wait_for_reply(name, std::move(fields), timeout, go_on);
  }();
  if (!waiting_.empty() && busy_ == 0) wire_.wake();
  if (answer) return std::move(*answer);
  return fail(ErrorCode::network,
              fmt::format("no answer to {} within {} ms", name, timeout.count()));
}

std::optional<Expected<Json>> SocketChannel::wait_for_reply(std::string_view name, Json fields,
                                                            std::chrono::milliseconds timeout,
                                                            const GoOn& go_on) {
  auto deadline = Clock::now() + timeout;
  // Shared, because the call may be answered after an exception has left this function.
  const auto answer = std::make_shared<std::optional<Expected<Json>>>();
  const std::uint64_t id = start_call(
      name, std::move(fields), [answer](Expected<Json> result) { *answer = std::move(result); });
  for (std::uint64_t moved = wire_.parts_moved();;) {
    pump();
    if (*answer) return std::move(*answer);
    if (std::exchange(moved, wire_.parts_moved()) != wire_.parts_moved()) {
      deadline = Clock::now() + timeout;
    }
    if (!go_on()) {
      pending_.erase(id);
      return fail(ErrorCode::disconnected, "given up");
    }
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now());
    if (left.count() <= 0) break;
    pollfd readable{wire_.fd(), POLLIN, 0};
    ::poll(&readable, 1, static_cast<int>(std::min(left, kAskEvery).count()));
  }
  pending_.erase(id);
  return std::nullopt;
}

std::uint64_t SocketChannel::start_call(std::string_view name, Json fields, Done done) {
  const std::uint64_t id = ++last_id_;
  if (!greeted_ && name != protocol::call::kHello) {
    finish_later(std::move(done), {ErrorCode::wrong_version, "the other side has not said hello"});
    return id;
  }
  if (!fields.is_object()) fields = Json::object();
  fields["id"] = id;
  fields["call"] = name;
  if (auto sent = send(std::move(fields), name); !sent) {
    finish_later(std::move(done), sent.error());
    return id;
  }
  if (name == protocol::call::kHello) {
    done = [this, then = std::move(done)](Expected<Json> result) {
      greeted_ = greeted_ || (result && speaks_our_version(*result));
      then(std::move(result));
    };
  }
  pending_.emplace(id, std::move(done));
  if (!wire_.connected()) wire_.wake();
  return id;
}

/// Long bytes go ahead, beside the JSON; short ones in it, as base64. Errors: too_large.
Expected<void> SocketChannel::send(Json message, std::string_view name) {
  const auto too_long = [&] {
    return fail(ErrorCode::too_large, fmt::format("{} is too long to send", name));
  };
  std::vector<Json*> long_ones;
  std::size_t attached = 0;
  const auto look_at = [&](Json& place) {
    if (!place.is_binary()) return;
    const auto& bytes = place.get_binary();
    if (bytes.size() <= protocol::kAttachedFrom) {
      place = to_base64(bytes.data(), bytes.size());
    } else {
      attached += bytes.size();
      long_ones.push_back(&place);
    }
  };
  for (Json& field : message) {
    look_at(field);
    if (!field.is_array()) continue;
    for (Json& item : field) look_at(item);
  }
  if (attached > protocol::kAttachedBytes) return too_long();
  for (Json* place : long_ones) {
    Bytes bytes = std::move(place->get_binary());
    *place = Json{{"attached", wire_.attach(std::move(bytes))}};
  }
  std::string text = write_json(message);
  if (text.size() > protocol::kMessageBytes) return too_long();
  wire_.send(std::move(text));
  return {};
}

void SocketChannel::finish_later(Done done, Error error) {
  later_.emplace_back(std::move(done), std::move(error));
  wire_.wake();
}

void SocketChannel::notice(std::string_view name, Json fields) {
  if (!fields.is_object()) fields = Json::object();
  fields["notice"] = name;
  // One that is too long is nothing that anybody waits for.
  (void)send(std::move(fields), name);
}

void SocketChannel::handle(Wire::Received received) {
  Json& message = received.message;
  if (message.contains("reply")) {
    take_reply(std::move(message));
  } else if (message.contains("call")) {
    take_call(std::move(received));
  } else if (message.contains("notice") && message["notice"].is_string()) {
    // No notice of the other side means anything to the host yet; a known shape is no error.
    wire_.accept();
  } else {
    wire_.refuse({ErrorCode::invalid_data, "neither call, reply, notice nor part"});
  }
}

void SocketChannel::take_reply(Json message) {
  const auto id = message.find("id");
  if (message["reply"] != true || id == message.end() || !id->is_number_unsigned() ||
      id->get<std::uint64_t>() > last_id_) {
    wire_.refuse({ErrorCode::invalid_data, "a reply to no call"});
    return;
  }
  wire_.accept();
  // A late reply finds nothing: its call has timed out.
  auto call = pending_.extract(id->get<std::uint64_t>());
  if (call.empty()) return;
  // A TabAnswer has an "error" too, a plain name: that call was answered.
  if (const auto error = message.find("error"); error != message.end() && error->is_object()) {
    call.mapped()(tl::unexpected(error_from_json(*error)));
    return;
  }
  message.erase("id");
  message.erase("reply");
  call.mapped()(std::move(message));
}

void SocketChannel::take_call(Wire::Received received) {
  Json& message = received.message;
  const auto id = message.find("id");
  std::string name = text_field(message, "call");
  if (id == message.end() || !id->is_number_unsigned() || name.empty() ||
      name.size() > kCallNameBytes) {
    wire_.refuse({ErrorCode::invalid_data, "a call needs a number and a name"});
    return;
  }
  wire_.accept();
  Json number = *id;
  if (waiting_.size() >= kWaitingCalls || waiting_bytes_ + received.bytes > kWaitingBytes) {
    reply(number, fail(ErrorCode::busy, "too many calls at once"));
    return;
  }
  waiting_bytes_ += received.bytes;
  waiting_.push_back({std::move(number), std::move(name), std::move(message), received.bytes});
  serve_waiting();
}

void SocketChannel::serve_waiting() {
  if (busy_ > 0) return;
  while (!waiting_.empty()) {
    const Call call = std::move(waiting_.front());
    waiting_.pop_front();
    waiting_bytes_ -= call.bytes;
    auto result = [&] {
      const Within serving(busy_);
      return answer(call);
    }();
    if (result && call.name == protocol::call::kHello) greeted_ = true;
    reply(call.id, std::move(result));
  }
}

Expected<Json> SocketChannel::answer(const Call& call) {
  if (call.name == protocol::call::kHello) {
    if (!speaks_our_version(call.message)) {
      return fail(ErrorCode::wrong_version,
                  fmt::format("the host speaks version {} of the protocol: install extension and "
                              "host of the same release",
                              protocol::kVersion));
    }
  } else if (!greeted_) {
    return fail(ErrorCode::wrong_version, "the first call must be hello");
  }
  if (!serve_) return fail(ErrorCode::unknown_command, "no call is served here");
  try {
    return serve_(call.name, call.message);
  } catch (const Json::exception& error) {
    return fail(ErrorCode::invalid_data, error.what());
  } catch (const std::exception& error) {
    return fail(ErrorCode::internal, error.what());
  }
}

void SocketChannel::reply(const Json& id, Expected<Json> result) {
  Json message = result ? std::move(*result) : Json{{"error", error_to_json(result.error())}};
  if (message.is_null()) message = Json::object();
  if (!message.is_object()) {
    message = {{"error", error_to_json({ErrorCode::internal, "a reply that is not an object"})}};
  }
  message["id"] = id;
  message["reply"] = true;
  if (auto sent = send(std::move(message), "the reply"); !sent) {
    wire_.send(write_json({{"id", id}, {"reply", true}, {"error", error_to_json(sent.error())}}));
  }
}

}  // namespace

std::unique_ptr<Channel> Channel::create(int read_fd, int write_fd, Serve serve) {
  return std::make_unique<SocketChannel>(read_fd, write_fd, std::move(serve));
}

}  // namespace tagtrail::host
