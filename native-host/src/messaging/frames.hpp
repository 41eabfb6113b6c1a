// Frames: a 32-bit length in native byte order, then that many bytes (docs/protocol.md).
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>

#include "tagtrail/error.hpp"

namespace tagtrail::host {

inline constexpr std::size_t kLengthBytes = sizeof(std::uint32_t);

/// The length that the first kLengthBytes of `bytes` announce.
std::uint32_t frame_length(const char* bytes);

/// `payload` with its length in front.
std::string make_frame(std::string_view payload);

/// Collects bytes as they come and gives back whole frames. Holds at most one frame and one read.
class FrameReader {
 public:
  enum class Input { more, drained, ended };

  /// Reads once from a non-blocking descriptor; `size` is set to the number of bytes read.
  Input read_from(int fd, std::size_t& size);
  /// The next whole frame's payload, or nothing yet. Errors: too_large, as soon as the length is
  /// known; the stream can't be followed after that.
  Expected<std::optional<std::string>> next();

 private:
  std::string bytes_;
  std::size_t at_ = 0;
};

/// Frames on their way out. Never waits: what the descriptor does not take stays queued.
class FrameWriter {
 public:
  void add(std::string_view payload);
  /// Writes as much as possible to a non-blocking descriptor. Errors: disconnected.
  Expected<void> write_to(int fd);
  bool empty() const { return frames_.empty(); }
  std::size_t bytes() const { return bytes_; }

 private:
  std::deque<std::string> frames_;
  std::size_t at_ = 0;  ///< written bytes of the first frame
  std::size_t bytes_ = 0;
};

}  // namespace tagtrail::host
