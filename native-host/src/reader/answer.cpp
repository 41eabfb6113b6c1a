#include "reader/answer.hpp"

#include <sys/types.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace tagtrail::reader {
namespace {

constexpr std::int64_t kReadBytes = 64 << 10;
constexpr std::size_t kWriteBytes = 64 << 10;

}  // namespace

InputFile::InputFile() : size_(std::max<off_t>(0, ::lseek(STDIN_FILENO, 0, SEEK_END))) {}

bool InputFile::fill() {
  const auto end = window_from_ + static_cast<std::int64_t>(window_.size());
  if (position_ >= window_from_ && position_ < end) return true;
  if (position_ >= size_) return false;
  window_.resize(static_cast<std::size_t>(std::min<std::int64_t>(kReadBytes, size_ - position_)));
  ssize_t got = 0;
  do {
    got = ::pread(STDIN_FILENO, window_.data(), window_.size(), position_);
  } while (got < 0 && errno == EINTR);
  window_.resize(static_cast<std::size_t>(std::max<ssize_t>(0, got)));
  window_from_ = position_;
  return !window_.empty();
}

std::size_t InputFile::read(void* to, std::size_t size) {
  auto* bytes = static_cast<char*>(to);
  std::size_t done = 0;
  while (done < size && fill()) {
    const auto at = static_cast<std::size_t>(position_ - window_from_);
    const std::size_t piece = std::min(size - done, window_.size() - at);
    std::memcpy(bytes + done, window_.data() + at, piece);
    done += piece;
    position_ += static_cast<std::int64_t>(piece);
  }
  return done;
}

bool InputFile::seek(std::int64_t offset, int whence) {
  const std::int64_t from = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? position_ : size_;
  std::int64_t to = 0;
  if (__builtin_add_overflow(from, offset, &to) || to < 0) return false;
  position_ = to;
  return true;
}

void Answer::begin_table(std::string_view encoding, const std::vector<std::string>& names) {
  const std::string count = std::to_string(names.size());
  std::vector<std::string_view> texts = {encoding, count};
  texts.insert(
      texts.end(), names.begin(),
      names.begin() + static_cast<std::ptrdiff_t>(std::min(names.size(), kTableFrameColumns)));
  add(TableFrame::columns, texts);
}

void Answer::row(const std::vector<std::string>& cells) {
  const std::size_t count = std::min(cells.size(), kTableFrameColumns);
  add(TableFrame::row, {cells.begin(), cells.begin() + static_cast<std::ptrdiff_t>(count)});
}

void Answer::end(ReaderEnd how) {
  const char letter = static_cast<char>(how);
  add(TableFrame::end, {std::string_view(&letter, 1)});
  flush();
}

void Answer::add(TableFrame kind, const std::vector<std::string_view>& texts) {
  append_table_frame(waiting_, kind, texts);
  if (waiting_.size() >= kWriteBytes) flush();
}

void Answer::flush() {
  std::string_view left = waiting_;
  while (!left.empty()) {
    const ssize_t written = ::write(STDOUT_FILENO, left.data(), left.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) ::_exit(1);
    left.remove_prefix(static_cast<std::size_t>(written));
  }
  waiting_.clear();
}

}  // namespace tagtrail::reader
