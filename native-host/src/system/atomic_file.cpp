#include "system/atomic_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <system_error>
#include <utility>

namespace tagtrail::host {
namespace {

namespace fs = std::filesystem;
constexpr std::size_t kBufferBytes = 1U << 20U;

}  // namespace

AtomicFile::AtomicFile(Descriptor descriptor, fs::path file, fs::path temporary, fs::path named)
    : descriptor_(std::move(descriptor)),
      file_(std::move(file)),
      temporary_(std::move(temporary)),
      named_(std::move(named)) {}

AtomicFile::AtomicFile(AtomicFile&& other) noexcept
    : descriptor_(std::move(other.descriptor_)),
      file_(std::move(other.file_)),
      temporary_(std::exchange(other.temporary_, {})),
      named_(std::move(other.named_)),
      buffer_(std::move(other.buffer_)) {}

AtomicFile::~AtomicFile() {
  if (temporary_.empty()) return;
  std::error_code ignored;
  fs::remove(temporary_, ignored);
}

Expected<AtomicFile> AtomicFile::create(const fs::path& file, mode_t mode) {
  std::error_code ignored;
  const auto there = fs::status(file, ignored);
  if (fs::exists(there) && !fs::is_regular_file(there)) {
    return fail(ErrorCode::io, file.string() + " is a folder or a device, which no file replaces");
  }
  const fs::path temporary = file.parent_path() / ("." + file.filename().string() + ".partial");
  constexpr int kFlags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW;
  Descriptor opened(::open(temporary.c_str(), kFlags, mode));
  if (!opened) return system_failure(errno, temporary.string());
  if (mode == kPrivateFile) {
    const auto kept = fs::exists(there) ? static_cast<mode_t>(there.permissions()) : mode;
    if (::fchmod(opened.get(), kept) != 0) return system_failure(errno, temporary.string());
  }
  return AtomicFile(std::move(opened), file, temporary, temporary);
}

Expected<AtomicFile> AtomicFile::create_among_others(const fs::path& file, mode_t mode) {
  std::string temporary = file.string() + ".XXXXXX";
  Descriptor opened(::mkostemp(temporary.data(), O_CLOEXEC));
  if (!opened) return system_failure(errno, file.string());
  AtomicFile created(std::move(opened), file, temporary, file);
  if (::fchmod(created.descriptor_.get(), mode) != 0) return system_failure(errno, file.string());
  return created;
}

Expected<void> AtomicFile::flush() {
  auto written = write_all(descriptor_.get(), buffer_, named_);
  buffer_.clear();
  return written;
}

Expected<void> AtomicFile::write(std::string_view text) {
  buffer_.append(text);
  return buffer_.size() < kBufferBytes ? Expected<void>{} : flush();
}

Expected<fs::path> AtomicFile::hand_over() {
  TRY(flush());
  return temporary_;
}

Expected<void> AtomicFile::put_in_place() {
  TRY(flush());
  if (::fsync(descriptor_.get()) != 0) return system_failure(errno, named_.string());
  // A script that is still open for writing can't be run.
  descriptor_.reset();
  if (::rename(temporary_.c_str(), file_.c_str()) != 0) {
    return system_failure(errno, file_.string());
  }
  temporary_.clear();
  return {};
}

Expected<void> AtomicFile::publish() {
  TRY(put_in_place());
  const fs::path directory = file_.parent_path();
  return sync_directory(directory.empty() ? "." : directory);
}

}  // namespace tagtrail::host
