// Small files that a run puts into folders of a browser.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// The whole file. Errors: not_found, io, too_large (over 16 MiB).
Expected<std::string> read_small_file(const std::filesystem::path& path);

/// The object in a file of JSON that a browser keeps; an empty one where there is no such file.
/// Errors: invalid_data (it is no object, or damaged), io, too_large.
Expected<nlohmann::json> read_json_file(const std::filesystem::path& path);

/// Creates or replaces the file in one step (temporary file, rename); missing folders are created
/// with mode 0700. Errors: io, disk_full.
Expected<void> write_small_file(const std::filesystem::path& path, std::string_view text,
                                mode_t mode = 0600);

/// A file that is there for the length of a run; afterwards what was there before is there again.
class FileForRun {
 public:
  static Expected<FileForRun> write(const std::filesystem::path& path, std::string_view text,
                                    mode_t mode = 0600);
  FileForRun(FileForRun&& other) noexcept;
  FileForRun& operator=(FileForRun&& other) noexcept = delete;
  FileForRun(const FileForRun&) = delete;
  FileForRun& operator=(const FileForRun&) = delete;
  ~FileForRun();

 private:
  FileForRun(std::filesystem::path path, std::optional<std::string> before)
      : path_(std::move(path)), before_(std::move(before)) {}
  std::filesystem::path path_;
  std::optional<std::string> before_;
};

}  // namespace tagtrail::host
