#include "store/revisits.hpp"

#include "store/sqlite_job_store.hpp"

namespace tagtrail::host {
namespace {

using sqlite::Row;

Expected<void> read_counts(sqlite::Database& database, RevisitReport& report) {
  return database.each(
      "SELECT kind, count(*) FROM change WHERE round = ? GROUP BY kind",
      [&](const Row& row) -> Expected<void> {
        report.counts[row.string(0)] = static_cast<std::uint64_t>(row.integer(1));
        return {};
      },
      report.round);
}

Expected<void> read_changes(sqlite::Database& database, RevisitReport& report) {
  return database.each(
      "SELECT url, kind FROM change WHERE round = ? AND kind IN ('new', 'changed', 'vanished')"
      " ORDER BY id",
      [&](const Row& row) -> Expected<void> {
        report.changes.push_back({row.string(0), row.string(1)});
        return {};
      },
      report.round);
}

/// A file that is away is said to have vanished when it was found out.
Expected<void> read_vanished(sqlite::Database& database, RevisitReport& report) {
  return database.each(
      "SELECT url, (SELECT max(at) FROM change v WHERE v.url = c.url AND v.kind = 'vanished')"
      " FROM change c WHERE kind IN ('vanished', 'gone') AND NOT EXISTS (SELECT 1 FROM change l"
      " WHERE l.url = c.url AND l.id > c.id AND l.kind <> 'unclear') ORDER BY id",
      [&](const Row& row) -> Expected<void> {
        report.vanished[row.string(0)] = row.string(1);
        return {};
      });
}

Expected<void> read_versions(sqlite::Database& database, RevisitReport& report) {
  return database.each("SELECT url, path, bytes, sha256, fetched_at FROM version ORDER BY id",
                       [&](const Row& row) -> Expected<void> {
                         report.versions[row.string(0)].push_back(
                             {row.string(1), static_cast<std::uint64_t>(row.integer(2)),
                              row.string(3), row.string(4)});
                         return {};
                       });
}

ChangeKind kind_of(const Response& response, bool was_gone) {
  if (response.not_modified) return ChangeKind::unchanged;
  const bool none =
      response.error == FetchError::none && (response.status == 404 || response.status == 410);
  if (!none) return ChangeKind::unclear;
  return was_gone ? ChangeKind::gone : ChangeKind::vanished;
}

}  // namespace

std::string_view to_string(ChangeKind kind) {
  switch (kind) {
    case ChangeKind::added:
      return "new";
    case ChangeKind::changed:
      return "changed";
    case ChangeKind::vanished:
      return "vanished";
    case ChangeKind::gone:
      return "gone";
    case ChangeKind::unchanged:
      return "unchanged";
    case ChangeKind::unclear:
      return "unclear";
  }
  return "unclear";
}

std::uint64_t RevisitReport::count(ChangeKind kind) const {
  const auto found = counts.find(std::string(to_string(kind)));
  return found == counts.end() ? 0 : found->second;
}

Expected<std::uint64_t> count_rounds(sqlite::Database& database) {
  std::uint64_t rounds = 0;
  TRY(database.each("SELECT count(*) FROM input WHERE kind = 'revisit'",
                    [&](const Row& row) -> Expected<void> {
                      rounds = static_cast<std::uint64_t>(row.integer(0));
                      return {};
                    }));
  return rounds;
}

Expected<RevisitReport> read_revisits(sqlite::Database& database) {
  RevisitReport report;
  const auto rounds = TRY(count_rounds(database));
  if (rounds == 0) return report;
  report.round = rounds;
  auto read = database.each("SELECT max(at) FROM input WHERE kind = 'revisit'",
                            [&](const Row& row) -> Expected<void> {
                              report.began_at = row.string(0);
                              return {};
                            });
  if (read) read = read_counts(database, report);
  if (read) read = read_changes(database, report);
  if (read) read = read_vanished(database, report);
  if (read) read = read_versions(database, report);
  if (!read) return tl::unexpected<Error>(read.error());
  return report;
}

Expected<RevisitReport> SqliteJobStore::revisits() const { return read_revisits(database_); }

Expected<Validators> SqliteJobStore::validators(const std::string& url) const {
  Validators found;
  const auto missing = TRY(missing_file(url));
  if (missing.has_value()) return found;
  TRY(database_.each(
      "SELECT etag, last_modified FROM validator WHERE url = ?",
      [&](const Row& row) -> Expected<void> {
        found = {row.string(0), row.string(1)};
        return {};
      },
      url));
  return found;
}

Expected<std::optional<std::string>> SqliteJobStore::digest_of(const std::string& url) const {
  std::optional<std::string> found;
  TRY(database_.each(
      "SELECT sha256 FROM target WHERE url = ?",
      [&](const Row& row) -> Expected<void> {
        found = row.string(0);
        return {};
      },
      url));
  return found;
}

/// Of what was kept; an answer that said "as before" leaves them.
Expected<void> SqliteJobStore::write_validators(const ResponseCommit& item,
                                                const std::string& url) {
  const Response& response = item.response;
  const bool kept = item.file.has_value() || (response.is_page && response.status < 300);
  if (!kept || item.request.method != Method::get) return {};
  if (item.validators.empty()) return database_.run("DELETE FROM validator WHERE url = ?", url);
  return database_.run("INSERT OR REPLACE INTO validator(url, etag, last_modified) VALUES(?, ?, ?)",
                       url, item.validators.etag, item.validators.last_modified);
}

/// What a round's request says of a target; `placed` is what became of a file that it brought.
Expected<void> SqliteJobStore::write_change(const ResponseCommit& item, const NewTarget* placed,
                                            std::uint64_t n, const std::string& now) {
  if (rounds_ == 0) return {};
  constexpr std::string_view kInsert =
      "INSERT INTO change(round, n, at, url, kind) VALUES(?, ?, ?, ?, ?)";
  if (placed != nullptr) {
    const ChangeKind kind = placed->replaces ? ChangeKind::changed : ChangeKind::added;
    auto written = database_.run(kInsert, rounds_, n, now, placed->url, to_string(kind));
    if (!written || placed->url == item.request.url) return written;
  }
  if (!item.request.revisit || item.request.purpose != Purpose::target) return {};
  bool was_gone = false;
  TRY(database_.each(
      "SELECT kind FROM change WHERE url = ? AND kind <> 'unclear' ORDER BY id DESC LIMIT 1",
      [&](const Row& row) -> Expected<void> {
        was_gone = row.text(0) == "vanished" || row.text(0) == "gone";
        return {};
      },
      item.request.url));
  return database_.run(kInsert, rounds_, n, now, item.request.url,
                       to_string(kind_of(item.response, was_gone)));
}

/// The contents so far become a version, the new ones the target.
Expected<void> SqliteJobStore::replace_target(const ResponseCommit& item, const NewTarget& target,
                                              std::uint64_t n, const std::string& now) {
  TRY(database_.run(
      "INSERT INTO version(url, until, path, path_key, mime, bytes, sha256, fetched_at)"
      " SELECT url, ?, path, path_key, mime, bytes, sha256, fetched_at FROM target WHERE url = ?",
      n, target.url));
  return database_.run(
      "UPDATE target SET path = ?, path_key = ?, mime = ?, bytes = ?, sha256 = ?, fetched_at = ?,"
      " status = ?, via = ? WHERE url = ?",
      "files/" + target.names.file, target.names.key, item.response.mime, item.file->bytes,
      item.file->sha256, now, item.response.status, to_string(item.response.via), target.url);
}

/// Names of a target's newer contents: those of the first, with the day. What is of another type
/// than the first can't be told by that one's extension.
Expected<TargetNames> SqliteJobStore::names_of_newer(const ResponseCommit& item,
                                                     const std::string& url) {
  std::string first;
  std::string mime;
  TRY(database_.each(
      "SELECT substr(path, length('files/') + 1), mime FROM (SELECT id, path, mime FROM version"
      " WHERE url = ? UNION ALL SELECT 9223372036854775807, path, mime FROM target WHERE url = ?)"
      " ORDER BY id LIMIT 1",
      [&](const Row& row) -> Expected<void> {
        first = row.string(0);
        mime = row.string(1);
        return {};
      },
      url, url));
  if (const Response& now = item.response; now.mime != mime) {
    const std::size_t leaf = first.rfind('/') + 1;  // 0 where there is none
    first.replace(leaf, std::string::npos,
                  retyped_name(first.substr(leaf), {now.file_name, url, now.mime}));
  }
  constexpr std::size_t kDay = 10;  // of 2026-01-02T...
  return namer_.choose_dated(first, {{}, url, item.response.mime}, utc_now().substr(0, kDay));
}

}  // namespace tagtrail::host
