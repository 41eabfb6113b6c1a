#include "messaging/frames.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "tagtrail/protocol.hpp"

namespace tagtrail::host {

std::uint32_t frame_length(const char* bytes) {
  std::uint32_t length = 0;
  std::memcpy(&length, bytes, sizeof length);
  return length;
}

std::string make_frame(std::string_view payload) {
  const auto length = static_cast<std::uint32_t>(payload.size());
  std::string frame(kLengthBytes, '\0');
  std::memcpy(frame.data(), &length, sizeof length);
  frame.append(payload);
  return frame;
}

FrameReader::Input FrameReader::read_from(int fd, std::size_t& size) {
  std::array<char, 64UL * 1024> chunk;
  const ssize_t got = ::read(fd, chunk.data(), chunk.size());
  size = got > 0 ? static_cast<std::size_t>(got) : 0;
  if (got > 0) {
    bytes_.append(chunk.data(), size);
    return Input::more;
  }
  if (got < 0 && errno == EINTR) return Input::more;
  if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return Input::drained;
  return Input::ended;
}

Expected<std::optional<std::string>> FrameReader::next() {
  const std::size_t have = bytes_.size() - at_;
  if (have < kLengthBytes) return std::nullopt;
  const std::size_t length = frame_length(bytes_.data() + at_);
  if (length > protocol::kFrameBytes) {
    return fail(ErrorCode::too_large,
                fmt::format("a frame of {} bytes; the limit is {}", length, protocol::kFrameBytes));
  }
  if (have < kLengthBytes + length) {
    // Only the rest of one frame is left: moving it to the front keeps the buffer small.
    bytes_.erase(0, at_);
    at_ = 0;
    return std::nullopt;
  }
  std::string payload = bytes_.substr(at_ + kLengthBytes, length);
  at_ += kLengthBytes + length;
  if (at_ == bytes_.size()) {
    bytes_.clear();
    at_ = 0;
  }
  return payload;
}

void FrameWriter::add(std::string_view payload) {
  frames_.push_back(make_frame(payload));
  bytes_ += frames_.back().size();
}

Expected<void> FrameWriter::write_to(int fd) {
  while (!frames_.empty()) {
    const std::string& frame = frames_.front();
    const ssize_t size = ::write(fd, frame.data() + at_, frame.size() - at_);
    if (size < 0) {
      if (errno == EINTR) continue;
      if (errno == EAGAIN || errno == EWOULDBLOCK) return {};
      return fail(ErrorCode::disconnected, std::strerror(errno));
    }
    at_ += static_cast<std::size_t>(size);
    bytes_ -= static_cast<std::size_t>(size);
    if (at_ == frame.size()) {
      frames_.pop_front();
      at_ = 0;
    }
  }
  return {};
}

}  // namespace tagtrail::host
