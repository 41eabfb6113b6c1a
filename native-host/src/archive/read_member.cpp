#include "archive/read_member.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <string_view>

#include "system/codecs/inflate.hpp"

namespace tagtrail::host {
namespace {

constexpr std::size_t kBufferBytes = 64 * 1024;

/// Takes a member piece by piece.
class Unpacking {
 public:
  explicit Unpacking(std::size_t keep) : keep_(keep) {}

  Expected<void> take(std::string_view packed) {
    while (!packed.empty()) {
      if (inflate_.ended()) {
        return fail(ErrorCode::invalid_data, "the gzip member ends too early");
      }
      TRY(step(packed));
    }
    return {};
  }
  Expected<std::string> finish() {
    // What zlib has taken in already may fill more than one buffer.
    std::string_view nothing;
    while (!inflate_.ended()) {
      if (TRY(step(nothing)) < kBufferBytes && !inflate_.ended()) {
        return fail(ErrorCode::invalid_data, "the gzip member is cut");
      }
    }
    return std::move(begun_);
  }

 private:
  Expected<std::size_t> step(std::string_view& packed) {
    const std::size_t made = inflate_.some(packed, buffer_.data(), buffer_.size());
    begun_.append(buffer_.data(), std::min(made, keep_ - std::min(keep_, begun_.size())));
    if (!inflate_.damaged()) return made;
    return fail(ErrorCode::invalid_data, "no gzip member, or a damaged one");
  }

  std::size_t keep_;
  Inflate inflate_{Container::gzip};
  std::array<char, kBufferBytes> buffer_{};
  std::string begun_;
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
