#include "store/archive_index.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <iterator>

#include "system/posix_file.hpp"

namespace tagtrail::host {
namespace {

namespace fs = std::filesystem;
using sqlite::Row;

Expected<std::vector<std::string>> open_files(const fs::path& archive) {
  std::vector<std::string> names;
  std::error_code error;
  if (fs::symlink_status(archive, error).type() != fs::file_type::directory) return names;
  for (fs::directory_iterator at(archive, error), end; !error && at != end; at.increment(error)) {
    std::string name = at->path().filename().string();
    if (!name.ends_with(kOpenEnding)) continue;
    name.resize(name.size() - kOpenEnding.size());
    if (name.ends_with(kWarcEnding)) names.push_back(name);
  }
  if (error) return system_failure(error.value(), archive.string());
  return names;
}

}  // namespace

Expected<void> each_archived(sqlite::Database& database,
                             const std::function<Expected<void>(const ArchiveRecord&)>& take) {
  return database.each(
      "SELECT coalesce(n, 0), file, offset, length, type, record, url, method, at, mime, status,"
      " digest FROM archive ORDER BY id",
      [&](const Row& row) {
        ArchiveRecord record;
        row.into(record.n, record.file, record.offset, record.length, record.type, record.id,
                 record.url, record.method, record.at, record.mime, record.status, record.digest);
        return take(record);
      });
}

void ArchiveIndex::add(std::vector<ArchiveRecord> records) {
  std::move(records.begin(), records.end(), std::back_inserter(waiting_));
}

Expected<void> ArchiveIndex::write() {
  for (const ArchiveRecord& record : waiting_) {
    TRY(database_.run(
        "INSERT INTO archive(n, file, offset, length, type, record, url, method, at, mime, status,"
        " digest) VALUES(nullif(?, 0), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        record.n, record.file, record.offset, record.length, record.type, record.id, record.url,
        record.method, record.at, record.mime, record.status, record.digest));
  }
  return {};
}

Expected<void> ArchiveIndex::claim(const std::string& url, std::uint64_t n) {
  return database_.run("UPDATE archive SET n = ? WHERE url = ? AND n IS NULL", n, url);
}

Expected<std::optional<ArchiveRecord>> ArchiveIndex::with_digest(const std::string& digest) const {
  std::optional<ArchiveRecord> found;
  TRY(database_.each(
      "SELECT record, url, at FROM archive WHERE digest = ? AND digest <> '' AND type = 'response'"
      " ORDER BY id LIMIT 1",
      [&](const Row& row) {
        found.emplace();
        row.into(found->id, found->url, found->at);
      },
      digest));
  return found;
}

Expected<std::optional<ArchiveRecord>> ArchiveIndex::of_url(const std::string& url) const {
  std::optional<ArchiveRecord> found;
  TRY(database_.each(
      "SELECT record, url, at, type, digest FROM archive WHERE url = ?"
      " AND type IN ('response', 'revisit') AND status = 200 AND method <> 'POST'"
      " ORDER BY id DESC LIMIT 1",
      [&](const Row& row) {
        found.emplace();
        row.into(found->id, found->url, found->at, found->type, found->digest);
      },
      url));
  // A revisit has no body of its own.
  return found && found->type == "revisit" ? with_digest(found->digest) : found;
}

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
      return fail(ErrorCode::invalid_data,
                  open.string() +
                      " lacks records that were committed; move it away to continue without them");
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
    const auto bytes = TRY(database.value<std::uint64_t>(
        "SELECT coalesce(max(offset + length), 0) FROM archive WHERE file = ?", name));
    TRY(close_archive_file(archive, name, bytes));
  }
  return {};
}

}  // namespace tagtrail::host
