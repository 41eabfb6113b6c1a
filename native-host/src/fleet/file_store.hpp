// The store of a fleet: contents by their digest, in a folder that all its machines share.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "tagtrail/error.hpp"

namespace tagtrail::host {

class FileStore {
 public:
  /// `url`: file:///FOLDER, which exists. Errors: invalid_argument, not_found.
  static Expected<FileStore> open(std::string_view url);

  bool has(const std::string& sha256) const;
  /// Copies a file into the store; nothing when it has these contents. It is there whole or not at
  /// all. Errors: invalid_data (the file has other contents), io, disk_full.
  Expected<void> put(const std::filesystem::path& file, const std::string& sha256) const;
  /// Copies contents to `file`, in the same way. Errors: invalid_data (what the store has is
  /// damaged, or `sha256` is none), io (it has no such), disk_full.
  Expected<void> get(const std::string& sha256, const std::filesystem::path& file) const;
  /// What is not there is no error.
  void remove(const std::string& sha256) const;

 private:
  explicit FileStore(std::filesystem::path folder) : folder_(std::move(folder)) {}
  std::filesystem::path place_of(const std::string& sha256) const;
  std::filesystem::path folder_;
};

}  // namespace tagtrail::host
