#include "system/atomic_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace tagtrail::host {
namespace {

namespace fs = std::filesystem;
constexpr std::size_t kBufferBytes = 1U << 20U;

}  // namespace

AtomicFile::AtomicFile(Descriptor descriptor, fs::path file, fs::path temporary)
    : descriptor_(std::move(descriptor)),
      file_(std::move(file)),
      temporary_(std::move(temporary)) {}

AtomicFile::~AtomicFile() {
  if (!descriptor_) return;
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
  return AtomicFile(std::move(opened), file, temporary);
}

Expected<void> AtomicFile::flush() {
  auto written = write_all(descriptor_.get(), buffer_, temporary_);
  buffer_.clear();
  return written;
}

Expected<void> AtomicFile::write(std::string_view text) {
  buffer_.append(text);
  return buffer_.size() < kBufferBytes ? Expected<void>{} : flush();
}

Expected<void> AtomicFile::publish() {
  TRY(flush());
  if (::fsync(descriptor_.get()) != 0) return system_failure(errno, temporary_.string());
  if (::rename(temporary_.c_str(), file_.c_str()) != 0) {
    return system_failure(errno, file_.string());
  }
  descriptor_ = Descriptor();
  const fs::path directory = file_.parent_path();
  return sync_directory(directory.empty() ? "." : directory);
}

}  // namespace tagtrail::host
