#include "store/archive_files.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <vector>

#include "store/posix_file.hpp"

namespace tagtrail::host {
namespace {

namespace fs = std::filesystem;

Expected<std::uint64_t> committed_bytes(sqlite::Database& database, const std::string& name) {
  std::uint64_t bytes = 0;
  TRY(database.each(
      "SELECT coalesce(max(offset + length), 0) FROM archive WHERE file = ?",
      [&](const sqlite::Row& row) -> Expected<void> {
        bytes = static_cast<std::uint64_t>(row.integer(0));
        return {};
      },
      std::string_view(name)));
  return bytes;
}

Expected<std::vector<std::string>> open_files(const fs::path& archive) {
  std::vector<std::string> names;
  std::error_code error;
  if (fs::symlink_status(archive, error).type() != fs::file_type::directory) return names;
  for (fs::directory_iterator at(archive, error), end; !error && at != end; at.increment(error)) {
    const std::string file = at->path().filename().string();
    const std::string name =
        file.substr(0, file.size() - std::min(kOpenEnding.size(), file.size()));
    if (file == name + std::string(kOpenEnding) && name.ends_with(kWarcEnding)) {
      names.push_back(name);
    }
  }
  if (error) return system_failure(error.value(), archive.string());
  return names;
}

}  // namespace

Expected<void> close_archive_file(const fs::path& archive, const std::string& name,
                                  std::uint64_t bytes) {
  const fs::path open = archive / (name + std::string(kOpenEnding));
  if (bytes == 0) {
    if (::unlink(open.c_str()) != 0) return system_failure(errno, open.string());
    return sync_directory(archive);
  }
  {
    const auto file = TRY(open_file(open, O_WRONLY));
    const off_t end = ::lseek(file.get(), 0, SEEK_END);
    if (end < 0) return system_failure(errno, open.string());
    if (static_cast<std::uint64_t>(end) < bytes) {
      return fail(
          ErrorCode::invalid_data,
          open.string() + " lacks records that were committed; move it away to go on without them");
    }
    if (::ftruncate(file.get(), static_cast<off_t>(bytes)) != 0 || ::fsync(file.get()) != 0) {
      return system_failure(errno, open.string());
    }
  }
  if (::rename(open.c_str(), (archive / name).c_str()) != 0) {
    return system_failure(errno, open.string());
  }
  return sync_directory(archive);
}

Expected<void> close_archive_files(sqlite::Database& database, const fs::path& archive) {
  const auto names = TRY(open_files(archive));
  for (const std::string& name : names) {
    const auto bytes = TRY(committed_bytes(database, name));
    TRY(close_archive_file(archive, name, bytes));
  }
  return {};
}

}  // namespace tagtrail::host
