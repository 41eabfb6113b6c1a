// A WARC file being written: NAME.warc.gz.open until it is closed, then NAME.warc.gz.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

#include "archive/new_record.hpp"
#include "system/posix_file.hpp"

namespace tagtrail::host {

class WarcFile {
 public:
  struct Place {
    std::uint64_t offset = 0;
    std::uint64_t length = 0;
  };

  /// A new file in `directory`, named after the time and the first free number. Errors: io,
  /// disk_full.
  static Expected<std::unique_ptr<WarcFile>> create(const std::filesystem::path& directory,
                                                    std::int64_t unix_ms);

  /// One gzip member. A record that could not be written whole is cut off again.
  Expected<Place> append(const NewRecord& record);
  Expected<void> sync() const;
  /// Cuts it to its first `bytes` and gives it its name; without any it is removed. Nothing can be
  /// appended then.
  Expected<void> close(std::uint64_t bytes);

  const std::string& name() const { return name_; }  ///< NAME.warc.gz
  std::uint64_t bytes() const { return bytes_; }

 private:
  WarcFile(Descriptor descriptor, std::filesystem::path directory, std::string name)
      : descriptor_(std::move(descriptor)),
        directory_(std::move(directory)),
        name_(std::move(name)) {}

  Descriptor descriptor_;
  std::filesystem::path directory_;
  std::string name_;
  std::uint64_t bytes_ = 0;
};

}  // namespace tagtrail::host
