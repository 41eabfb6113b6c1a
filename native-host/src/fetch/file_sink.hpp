// Streams a body to a file and hashes it on the way.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "fetch/partial_file.hpp"
#include "system/descriptor.hpp"
#include "system/sha256.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// Whether the disk has room for files in `directory`, were one that filled it taken away.
bool has_room(const std::filesystem::path& directory);

/// A file being written. Unless finish() succeeded, destroying it removes the file, or, where its
/// download can go on, leaves it synced with its facts. Errors of all functions: disk_full, io.
class FileSink {
 public:
  /// Creates a file with a free name in `directory`. Fails with disk_full when `expected_bytes`
  /// (0: unknown) would leave less than `min_free` bytes on the disk.
  static Expected<std::unique_ptr<FileSink>> create(const std::filesystem::path& directory,
                                                    std::uint64_t ticket,
                                                    std::uint64_t expected_bytes,
                                                    std::uint64_t min_free);
  /// Begins a file whose download can go on. Should another one of the same URL be under way, it is
  /// an ordinary file.
  static Expected<std::unique_ptr<FileSink>> create_resumable(
      const std::filesystem::path& directory, std::uint64_t ticket, PartialFacts facts,
      std::uint64_t min_free);
  /// Opens a file to be gone on with, at partial.bytes. Also fails with busy while it is in use.
  static Expected<std::unique_ptr<FileSink>> reopen(const Partial& partial, std::uint64_t min_free);
  ~FileSink();
  FileSink(const FileSink&) = delete;
  FileSink& operator=(const FileSink&) = delete;

  /// Hashes some of what a reopened file has already, a few milliseconds' worth; true once it has
  /// all. To be called until then, before the first write().
  Expected<bool> take_up();
  Expected<void> write(std::string_view bytes);
  /// Writes what is left and closes. The file then stays and is the caller's; whoever stores it
  /// brings it to the disk (store/file_syncer.hpp).
  Expected<void> finish();
  /// The download can't go on: destroying this removes the file.
  void abandon() { partial_.reset(); }

  const std::filesystem::path& path() const { return path_; }
  std::uint64_t bytes() const { return bytes_; }
  /// Bytes of the whole file, where the download can go on.
  std::optional<std::uint64_t> expected() const;
  /// Lower-case hex of what was written; after finish().
  const std::string& sha256() const { return sha256_; }

 private:
  FileSink(std::filesystem::path path, Descriptor fd, std::uint64_t min_free);
  Expected<void> flush();
  void keep();

  std::filesystem::path path_;
  Descriptor fd_;
  std::uint64_t min_free_;
  std::uint64_t bytes_ = 0;
  std::uint64_t taken_up_ = 0;
  std::uint64_t bytes_at_disk_check_ = 0;
  std::string buffer_;
  Sha256 digest_;
  std::string sha256_;
  std::optional<PartialFacts> partial_;  ///< the download can go on
  bool finished_ = false;
};

/// A file that is written at once; the caller owns it. Errors: those of FileSink.
struct WholeFile {
  std::filesystem::path path;
  std::string sha256;  ///< lower-case hex
};
Expected<WholeFile> write_whole_file(const std::filesystem::path& directory, std::uint64_t ticket,
                                     std::string_view bytes);

/// Removes a file of which nothing is wanted; an empty path is none.
void remove_quietly(const std::filesystem::path& file);

}  // namespace tagtrail::host
