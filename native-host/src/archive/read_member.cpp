#include "archive/read_member.hpp"

#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <new>
#include <string_view>

#include "store/file_pieces.hpp"

namespace tagtrail::host {
namespace {

constexpr std::size_t kBufferBytes = 64 * 1024;
constexpr int kGzipWindow = 15 + 16;  // zlib's way to ask for a gzip header

/// Takes a member piece by piece; zlib compares the checksum at its end.
class Unpacking {
 public:
  explicit Unpacking(std::size_t keep) : keep_(keep) {
    if (inflateInit2(&stream_, kGzipWindow) != Z_OK) throw std::bad_alloc();
  }
  ~Unpacking() { inflateEnd(&stream_); }
  Unpacking(const Unpacking&) = delete;
  Unpacking& operator=(const Unpacking&) = delete;

  Expected<void> take(std::string_view packed) {
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
    stream_.avail_in = static_cast<uInt>(packed.size());
    while (stream_.avail_in > 0) {
      if (ended_) return fail(ErrorCode::invalid_data, "the gzip member ends too early");
      TRY(step());
    }
    return {};
  }
  Expected<std::string> finish() {
    // What zlib has taken in already may fill more than one buffer.
    while (!ended_) {
      TRY(step());
      if (stream_.avail_out > 0 && !ended_) {
        return fail(ErrorCode::invalid_data, "the gzip member is cut");
      }
    }
    return std::move(begun_);
  }

 private:
  Expected<void> step() {
    stream_.next_out = reinterpret_cast<Bytef*>(buffer_.data());
    stream_.avail_out = static_cast<uInt>(buffer_.size());
    const int code = inflate(&stream_, Z_NO_FLUSH);
    const std::size_t made = buffer_.size() - stream_.avail_out;
    begun_.append(buffer_.data(), std::min(made, keep_ - std::min(keep_, begun_.size())));
    ended_ = code == Z_STREAM_END;
    if (code == Z_OK || code == Z_STREAM_END || code == Z_BUF_ERROR) return {};
    return fail(ErrorCode::invalid_data, "no gzip member, or a damaged one");
  }

  std::size_t keep_;
  z_stream stream_{};
  std::array<char, kBufferBytes> buffer_{};
  std::string begun_;
  bool ended_ = false;
};

}  // namespace

Expected<std::string> read_member(const Descriptor& file, const std::filesystem::path& name,
                                  std::uint64_t offset, std::uint64_t length, std::size_t keep) {
  if (::lseek(file.get(), static_cast<off_t>(offset), SEEK_SET) < 0) {
    return system_failure(errno, name.string());
  }
  Unpacking unpacking(keep);
  TRY(each_piece(file, name, length,
                 [&](std::string_view piece) { return unpacking.take(piece); }));
  return unpacking.finish();
}

}  // namespace tagtrail::host
