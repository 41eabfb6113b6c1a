// Messages over a pair of file descriptors (docs/protocol.md): frames, parts, acknowledgements.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "tagtrail/error.hpp"

namespace tagtrail::host {

using Json = nlohmann::json;

/// One side of a conversation. Single-threaded: nothing happens outside of pump() and call().
/// Messages hold bytes as Json::binary(), as fields or as items of a list that is one; long ones
/// travel beside the JSON. Of what arrives, bytes_of() reads them.
class Channel {
 public:
  /// Called for each call of the other side; its result becomes the reply. Never called from within
  /// itself (a call that arrives meanwhile waits its turn).
  using Serve = std::function<Expected<Json>(const std::string& call, const Json& message)>;

  /// Takes ownership of the descriptors (they may be equal, as for a socket).
  static std::unique_ptr<Channel> create(int read_fd, int write_fd, Serve serve);
  virtual ~Channel() = default;

  /// Readable when pump() has something to do.
  virtual int fd() const = 0;
  virtual bool connected() const = 0;
  /// Reads and handles all that has arrived, without waiting; writes what is queued.
  virtual void pump() = 0;

  /// Asked a few times a second while a call waits: false gives it up.
  using GoOn = std::function<bool()>;
  /// Sends a call and waits for its reply, handling what else arrives meanwhile but calls: they are
  /// served by a later pump(), which fd() announces, because what they are about is in the midst of
  /// changing. The time counts anew with each part of a long message. Errors: the other side's
  /// error code and text; disconnected (or given up); network (no reply in time); too_large.
  virtual Expected<Json> call(std::string_view name, Json fields, std::chrono::milliseconds timeout,
                              const GoOn& go_on) = 0;
  Expected<Json> call(std::string_view name, Json fields, std::chrono::milliseconds timeout) {
    return call(name, std::move(fields), timeout, [] { return true; });
  }
  /// Sends a call; `done` is called from a later pump(), or with `disconnected` when the channel
  /// ends.
  virtual void call_async(std::string_view name, Json fields,
                          std::function<void(Expected<Json>)> done) = 0;
  virtual void notice(std::string_view name, Json fields) = 0;
};

/// Base64 (RFC 4648) for binary fields.
std::string to_base64(const std::uint8_t* data, std::size_t size);
Expected<std::vector<std::uint8_t>> from_base64(std::string_view text);
/// The bytes of a field that was received, taken out of it. Errors: invalid_data.
Expected<std::vector<std::uint8_t>> bytes_of(Json& field);

}  // namespace tagtrail::host
