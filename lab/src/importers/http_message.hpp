// A recorded HTTP answer as a replica stores it.
#pragma once

#include <string>
#include <string_view>

#include "replica/replica.hpp"

namespace tagtrail::host {

/// What to make of a body.
struct BodyWish {
  bool keep_files = false;               ///< keep bodies that are no pages, too
  std::size_t max_bytes = 256ULL << 20;  ///< of an unpacked body; what is over is cut off
};

struct RecordedAnswer {
  ReplicaAnswer answer;
  bool cut = false;  ///< the body is not whole
};

/// Fills in what the bytes say about a body: MIME type where none was sent, XML root, size. Moves
/// the body in where it is wanted.
void take_body(ReplicaAnswer& answer, std::string_view url, std::string body, const BodyWish& wish);

/// `message`: status line, header fields, body, as received; `message_bytes`: its full length where
/// the end of a large one was left away. `url`: canonical key, against which Location is resolved.
/// Errors: invalid_data (no HTTP answer, a coding that is not known).
Expected<RecordedAnswer> parse_http_answer(std::string_view message, std::uint64_t message_bytes,
                                           std::string_view url, const BodyWish& wish);

}  // namespace tagtrail::host
