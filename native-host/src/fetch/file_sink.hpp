// Streams a body to a new file and hashes it on the way.
#pragma once

#include <openssl/evp.h>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// A file being written. Unless finish() succeeded, destroying it removes the file.
/// Errors of all functions: disk_full, io.
class FileSink {
 public:
  /// Creates a file with a free name in `directory`. Fails with disk_full when `expected_bytes`
  /// (0: unknown) would leave less than `min_free` bytes on the disk.
  static Expected<std::unique_ptr<FileSink>> create(const std::filesystem::path& directory,
                                                    std::uint64_t ticket,
                                                    std::uint64_t expected_bytes,
                                                    std::uint64_t min_free);
  ~FileSink();
  FileSink(const FileSink&) = delete;
  FileSink& operator=(const FileSink&) = delete;

  Expected<void> write(std::string_view bytes);
  /// Whether the contents are on the disk when finish() returns, or the caller sees to that
  /// (file_syncer.hpp).
  enum class Sync { now, later };
  /// Writes what is left and closes. The file then stays and is the caller's.
  Expected<void> finish(Sync sync = Sync::now);

  const std::filesystem::path& path() const { return path_; }
  std::uint64_t bytes() const { return bytes_; }
  /// Lower-case hex of what was written; after finish().
  const std::string& sha256() const { return sha256_; }

 private:
  struct FreeDigest {
    void operator()(EVP_MD_CTX* context) const { EVP_MD_CTX_free(context); }
  };

  FileSink(std::filesystem::path path, int fd, std::uint64_t min_free);
  Expected<void> flush();

  std::filesystem::path path_;
  int fd_;
  std::uint64_t min_free_;
  std::uint64_t bytes_ = 0;
  std::uint64_t bytes_at_disk_check_ = 0;
  std::string buffer_;
  std::unique_ptr<EVP_MD_CTX, FreeDigest> digest_;
  std::string sha256_;
  bool kept_ = false;
};

}  // namespace tagtrail::host
