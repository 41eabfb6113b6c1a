// The places of a job's WARC records: table archive.
#include "store/sqlite_job_store.hpp"

namespace tagtrail::host {

using sqlite::Row;

void SqliteJobStore::add_archived(std::vector<ArchiveRecord> records) {
  for (ArchiveRecord& record : records) archived_.push_back(std::move(record));
}

/// Inside the transaction of a commit.
Expected<void> SqliteJobStore::write_archived() {
  for (const ArchiveRecord& record : archived_) {
    TRY(database_.run(
        "INSERT INTO archive(n, file, offset, length, type, record, url, method, at, mime, status,"
        " digest) VALUES(nullif(?, 0), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        record.n, record.file, record.offset, record.length, record.type, record.id, record.url,
        record.method, record.at, record.mime, record.status, record.digest));
  }
  return {};
}

/// Tries and comparisons may have been archived, with others, before their response was there.
Expected<void> SqliteJobStore::claim_archived(const std::string& url, std::uint64_t n) {
  return database_.run("UPDATE archive SET n = ? WHERE url = ? AND n IS NULL", n, url);
}

Expected<std::optional<ArchiveRecord>> SqliteJobStore::archived_with(
    const std::string& digest) const {
  std::optional<ArchiveRecord> found;
  TRY(database_.each(
      "SELECT record, url, at FROM archive WHERE digest = ? AND digest <> '' AND type = 'response'"
      " ORDER BY id LIMIT 1",
      [&](const Row& row) -> Expected<void> {
        found.emplace();
        found->id = row.string(0);
        found->url = row.string(1);
        found->at = row.string(2);
        return {};
      },
      digest));
  return found;
}

Expected<std::optional<ArchiveRecord>> SqliteJobStore::archived_at(const std::string& url) const {
  std::optional<ArchiveRecord> found;
  TRY(database_.each(
      "SELECT record, url, at, type, digest FROM archive WHERE url = ?"
      " AND type IN ('response', 'revisit') AND status = 200 ORDER BY id DESC LIMIT 1",
      [&](const Row& row) -> Expected<void> {
        found.emplace();
        found->id = row.string(0);
        found->url = row.string(1);
        found->at = row.string(2);
        found->type = row.string(3);
        found->digest = row.string(4);
        return {};
      },
      url));
  // A revisit has no body of its own.
  return found && found->type == "revisit" ? archived_with(found->digest) : found;
}

}  // namespace tagtrail::host
