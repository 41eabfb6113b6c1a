#include "tagtrail/table_frames.hpp"

#include <algorithm>

namespace tagtrail {
namespace {

constexpr std::size_t kSizeBytes = 4;
constexpr std::size_t kHeadBytes = 1 + kSizeBytes;

void append_size(std::string& frames, std::size_t size) {
  for (std::size_t at = 0; at < kSizeBytes; ++at) {
    frames += static_cast<char>((size >> (8 * at)) & 0xFF);
  }
}

std::size_t size_at(std::string_view bytes) {
  std::size_t size = 0;
  for (std::size_t at = 0; at < kSizeBytes; ++at) {
    size |= static_cast<std::size_t>(static_cast<unsigned char>(bytes[at])) << (8 * at);
  }
  return size;
}

bool is_kind(char byte) {
  return byte == static_cast<char>(TableFrame::columns) ||
         byte == static_cast<char>(TableFrame::row) || byte == static_cast<char>(TableFrame::end);
}

}  // namespace

void append_table_frame(std::string& frames, TableFrame kind,
                        const std::vector<std::string_view>& texts) {
  const std::size_t count = std::min(texts.size(), kTableFrameColumns + kTextsBeforeNames);
  const std::size_t begin = frames.size();
  frames += static_cast<char>(kind);
  append_size(frames, 0);
  const std::size_t texts_begin = frames.size();
  for (std::size_t at = 0; at < count; ++at) {
    const std::size_t sizes_to_come = (count - at) * kSizeBytes;
    std::string_view text = texts[at].substr(0, kTableFrameTextBytes);
    if (frames.size() - texts_begin + text.size() + sizes_to_come > kTableFrameBytes) text = {};
    append_size(frames, text.size());
    frames += text;
  }
  std::string size;
  append_size(size, frames.size() - texts_begin);
  frames.replace(begin + 1, kSizeBytes, size);
}

void TableFrames::add(std::string_view bytes) {
  bytes_.erase(0, at_);
  at_ = 0;
  bytes_ += bytes;
}

bool TableFrames::read_texts(std::string_view rest, Frame& frame) const {
  while (!rest.empty()) {
    if (frame.texts.size() == kTableFrameColumns + kTextsBeforeNames) return false;
    if (rest.size() < kSizeBytes) return false;
    const std::size_t size = size_at(rest);
    rest.remove_prefix(kSizeBytes);
    if (size > rest.size() || size > kTableFrameTextBytes) return false;
    frame.texts.push_back(rest.substr(0, size));
    rest.remove_prefix(size);
  }
  return true;
}

std::optional<TableFrames::Frame> TableFrames::next() {
  const std::string_view left = std::string_view(bytes_).substr(at_);
  if (broken_ || left.size() < kHeadBytes) return std::nullopt;
  const std::size_t size = size_at(left.substr(1));
  Frame frame;
  broken_ = !is_kind(left[0]) || size > kTableFrameBytes;
  if (broken_ || left.size() - kHeadBytes < size) return std::nullopt;
  frame.kind = static_cast<TableFrame>(left[0]);
  broken_ = !read_texts(left.substr(kHeadBytes, size), frame);
  if (broken_) return std::nullopt;
  at_ += kHeadBytes + size;
  return frame;
}

}  // namespace tagtrail
