#include "store/job_reader.hpp"

#include "store/compression.hpp"
#include "store/config_value.hpp"
#include "store/read_job.hpp"
#include "store/schema.hpp"
#include "store/targets.hpp"

namespace tagtrail::host {

using sqlite::Row;

namespace {

/// Version of job.db from which on there is the table archive.
constexpr std::int64_t kArchiveSince = 3;

}  // namespace

Expected<JobReader> JobReader::open(const std::filesystem::path& dir) {
  auto database = open_to_read(dir);
  if (!database) return tl::unexpected<Error>(database.error());
  std::int64_t version = 0;
  auto read = database->each("PRAGMA user_version", [&](const Row& row) -> Expected<void> {
    version = row.integer(0);
    return {};
  });
  if (!read) return tl::unexpected<Error>(read.error());
  if (version > kSchemaVersion) {
    return fail(ErrorCode::wrong_version,
                dir.string() + " was written by a newer Tagtrail: use that version");
  }
  // One read transaction, so that all queries see the same.
  if (auto begun = database->execute("BEGIN"); !begun) return tl::unexpected<Error>(begun.error());
  return JobReader(dir, std::move(*database), version >= kArchiveSince);
}

Expected<std::optional<std::string>> JobReader::get(std::string_view name) const {
  return config_value(database_, name);
}

Expected<void> JobReader::each_target(
    const std::function<Expected<void>(const TargetRow&)>& take) const {
  return host::each_target(database_, take);
}

Expected<void> JobReader::each_archived(
    const std::function<Expected<void>(const ArchiveRecord&)>& take) const {
  if (!has_archive_) return {};
  return database_.each(
      "SELECT coalesce(n, 0), file, offset, length, type, record, url, method, at, mime, status,"
      " digest FROM archive ORDER BY id",
      [&](const Row& row) -> Expected<void> {
        ArchiveRecord record;
        record.n = static_cast<std::uint64_t>(row.integer(0));
        record.file = row.string(1);
        record.offset = static_cast<std::uint64_t>(row.integer(2));
        record.length = static_cast<std::uint64_t>(row.integer(3));
        record.type = row.string(4);
        record.id = row.string(5);
        record.url = row.string(6);
        record.method = row.string(7);
        record.at = row.string(8);
        record.mime = row.string(9);
        record.status = static_cast<int>(row.integer(10));
        record.digest = row.string(11);
        return take(record);
      });
}

Expected<void> JobReader::each_archived_page(
    const std::function<Expected<void>(const PageRow&)>& take) const {
  if (!has_archive_) return {};
  return database_.each(
      "SELECT url, at, record FROM (SELECT r.n, r.url, r.record, (SELECT a.at FROM archive a"
      " WHERE a.url = r.url AND a.type IN ('response', 'revisit', 'resource')"
      " AND a.method <> 'HEAD' ORDER BY a.id DESC LIMIT 1) AS at FROM response r"
      " WHERE r.error = 'none' AND r.status BETWEEN 200 AND 299) WHERE at IS NOT NULL ORDER BY n",
      [&](const Row& row) -> Expected<void> {
        auto record = decompress(row.text(2));
        if (!record) return tl::unexpected<Error>(record.error());
        return take({row.string(0), row.string(1), std::move(*record)});
      });
}

}  // namespace tagtrail::host
