#include "store/revisits.hpp"

#include <array>

#include "store/targets.hpp"

namespace tagtrail::host {
namespace {

using sqlite::Row;

Expected<void> read_counts(sqlite::Database& database, RevisitReport& report) {
  return database.each(
      "SELECT kind, count(*) FROM change WHERE round = ? GROUP BY kind",
      [&](const Row& row) { report.counts[row.string(0)] = row.number(1); }, report.round);
}

Expected<void> read_changes(sqlite::Database& database, RevisitReport& report) {
  return database.each(
      "SELECT url, kind FROM change WHERE round = ? AND kind IN ('new', 'changed', 'vanished')"
      " ORDER BY id",
      [&](const Row& row) {
        report.changes.push_back({row.string(0), row.string(1)});
      },
      report.round);
}

/// A file that is away is said to have vanished when it was found out.
Expected<void> read_vanished(sqlite::Database& database, RevisitReport& report) {
  return database.each(
      "SELECT url, (SELECT max(at) FROM change v WHERE v.url = c.url AND v.kind = 'vanished')"
      " FROM change c WHERE kind IN ('vanished', 'gone') AND NOT EXISTS (SELECT 1 FROM change l"
      " WHERE l.url = c.url AND l.id > c.id AND l.kind <> 'unclear') ORDER BY id",
      [&](const Row& row) { report.vanished[row.string(0)] = row.string(1); });
}

Expected<void> read_versions(sqlite::Database& database, RevisitReport& report) {
  return database.each("SELECT path, bytes, sha256, fetched_at, url FROM version ORDER BY id",
                       [&](const Row& row) {
                         TargetVersion& version = report.versions[row.string(4)].emplace_back();
                         row.into(version.path, version.bytes, version.sha256, version.fetched_at);
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
  constexpr std::array<std::string_view, 6> kNames = {"new",  "changed",   "vanished",
                                                      "gone", "unchanged", "unclear"};
  return kNames.at(static_cast<std::size_t>(kind));
}

std::uint64_t RevisitReport::count(ChangeKind kind) const {
  const auto found = counts.find(std::string(to_string(kind)));
  return found == counts.end() ? 0 : found->second;
}

Expected<std::uint64_t> count_rounds(sqlite::Database& database) {
  return database.value<std::uint64_t>("SELECT count(*) FROM input WHERE kind = 'revisit'");
}

Expected<RevisitReport> read_revisits(sqlite::Database& database) {
  RevisitReport report;
  report.round = TRY(count_rounds(database));
  if (report.round == 0) return report;
  report.began_at =
      TRY(database.value<std::string>("SELECT max(at) FROM input WHERE kind = 'revisit'"));
  TRY(read_counts(database, report));
  TRY(read_changes(database, report));
  TRY(read_vanished(database, report));
  TRY(read_versions(database, report));
  return report;
}

Expected<void> write_change(sqlite::Database& database, std::uint64_t round,
                            const ResponseCommit& item, const NewTarget* placed, std::uint64_t n,
                            const std::string& now) {
  if (round == 0) return {};
  const Request& request = item.request;
  constexpr std::string_view kInsert =
      "INSERT INTO change(round, n, at, url, kind) VALUES(?, ?, ?, ?, ?)";
  if (placed != nullptr) {
    const ChangeKind kind = placed->replaces ? ChangeKind::changed : ChangeKind::added;
    TRY(database.run(kInsert, round, n, now, placed->url, to_string(kind)));
    if (placed->url == request.url) return {};
  }
  if (!request.revisit || request.purpose != Purpose::target) return {};
  const auto last = TRY(database.value<std::string>(
      "SELECT kind FROM change WHERE url = ? AND kind <> 'unclear' ORDER BY id DESC LIMIT 1",
      request.url));
  const ChangeKind kind = kind_of(item.response, last == "vanished" || last == "gone");
  return database.run(kInsert, round, n, now, request.url, to_string(kind));
}

Expected<void> write_validators(sqlite::Database& database, const ResponseCommit& item) {
  const Response& response = item.response;
  const std::string& url = item.answering_url();
  const bool kept = item.file.has_value() || (response.is_page && response.status < 300);
  if (!kept || item.request.method != Method::get) return {};
  if (item.validators.empty()) return database.run("DELETE FROM validator WHERE url = ?", url);
  return database.run("INSERT OR REPLACE INTO validator(url, etag, last_modified) VALUES(?, ?, ?)",
                      url, item.validators.etag, item.validators.last_modified);
}

Expected<Validators> read_validators(sqlite::Database& database, const std::string& url) {
  Validators found;
  TRY(database.each(
      "SELECT etag, last_modified FROM validator WHERE url = ?",
      [&](const Row& row) { row.into(found.etag, found.last_modified); }, url));
  return found;
}

}  // namespace tagtrail::host
