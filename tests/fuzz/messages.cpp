// What the other side of native messaging sends: frames, JSON texts, parts.
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "messaging/frames.hpp"
#include "messaging/json_text.hpp"
#include "messaging/message_parts.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace tagtrail::host;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  if (const auto json = parse_json(text)) {
    // What was parsed can be written, and parsed again.
    if (!parse_json(write_json(*json))) std::abort();
    PartReceiver parts;
    const auto first = parts.take(*json);
    if (first) parts.take(*json);
    Json message = *json;
    parts.attach_to(message);
    MessageSender sender;
    sender.acknowledge(*json);
    text_field(*json, "type");
  }
  from_base64(text);
  if (size >= kLengthBytes) frame_length(text.data());
  return 0;
}
