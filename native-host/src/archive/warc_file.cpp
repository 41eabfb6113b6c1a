#include "archive/warc_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "store/archive_index.hpp"
#include "system/times.hpp"

namespace tagtrail::host {
namespace {

namespace fs = std::filesystem;

constexpr unsigned kMostNames = 100'000;

}  // namespace

Expected<std::unique_ptr<WarcFile>> WarcFile::create(const fs::path& directory,
                                                     std::int64_t unix_ms) {
  const std::string start = "tagtrail-" + time_digits(utc_text(unix_ms));
  for (unsigned number = 0; number < kMostNames; ++number) {
    const std::string name = fmt::format("{}-{:05}{}", start, number, kWarcEnding);
    std::error_code error;
    if (fs::exists(directory / name, error)) continue;
    auto opened = open_file(directory / (name + std::string(kOpenEnding)),
                            O_WRONLY | O_CREAT | O_EXCL | O_APPEND);
    if (!opened && fs::exists(directory / (name + std::string(kOpenEnding)), error)) continue;
    auto file = TRY(std::move(opened));
    TRY(sync_directory(directory));
    return std::unique_ptr<WarcFile>(new WarcFile(std::move(file), directory, name));
  }
  return fail(ErrorCode::io, directory.string() + " has no free name for a WARC file");
}

Expected<WarcFile::Place> WarcFile::append(const NewRecord& record) {
  const std::uint64_t offset = bytes_;
  auto written = pack_record(record, [this](std::string_view packed) -> Expected<void> {
    bytes_ += packed.size();
    return write_all(descriptor_.get(), packed, directory_ / name_);
  });
  if (!written) {
    bytes_ = offset;
    // What can't be cut off here is cut off when the file is closed, or the job opened.
    (void)::ftruncate(descriptor_.get(), static_cast<off_t>(offset));
  }
  TRY(std::move(written));
  return Place{offset, bytes_ - offset};
}

Expected<void> WarcFile::sync() const {
  if (::fsync(descriptor_.get()) == 0) return {};
  return system_failure(errno, (directory_ / name_).string());
}

Expected<void> WarcFile::close(std::uint64_t bytes) {
  descriptor_ = Descriptor();
  return close_archive_file(directory_, name_, bytes);
}

}  // namespace tagtrail::host
