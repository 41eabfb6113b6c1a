// The few POSIX calls that durable storage needs and <filesystem> lacks.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// Owns a file descriptor.
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~Descriptor();

  int number() const { return number_; }
  bool is_open() const { return number_ >= 0; }

 private:
  int number_ = -1;
};

/// `disk_full` or `io`, with the system's words: "<what>: No space left on device".
tl::unexpected<Error> system_failure(int system_error, std::string_view what);

/// open(2) with O_CLOEXEC and O_NOFOLLOW added.
Expected<Descriptor> open_file(const std::filesystem::path& file, int flags);

/// Writes all of `data`. `name` is for the error message.
Expected<void> write_all(int descriptor, std::string_view data, const std::filesystem::path& name);

/// Makes names created in, renamed in or removed from a directory survive a power failure.
Expected<void> sync_directory(const std::filesystem::path& directory);

/// Lower-case hex digest of a file's contents.
Expected<std::string> sha256_of_file(const std::filesystem::path& file);
/// Lower-case hex digest of bytes in memory.
std::string sha256_of(std::string_view bytes);

}  // namespace tagtrail::host
