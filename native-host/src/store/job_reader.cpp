#include "store/job_reader.hpp"

#include "store/compression.hpp"
#include "store/config_value.hpp"
#include "store/read_job.hpp"
#include "store/schema.hpp"
#include "store/targets.hpp"

namespace tagtrail::host {

using sqlite::Row;

namespace {

/// Versions of job.db from which on there are tables.
constexpr std::int64_t kArchiveSince = 3;
constexpr std::int64_t kAttemptsSince = 4;
constexpr std::int64_t kSubRequestsSince = 6;
constexpr std::string_view kAttempts =
    "SELECT host, url, method, via, purpose, asked_us, started_us, ended_us, delay_ms, status,"
    " error, retry_after_ms, pause_ms, hops, sub_requests FROM attempt ORDER BY host, started_us,"
    " id";
constexpr std::string_view kAttemptsBefore =
    "SELECT host, url, method, via, purpose, asked_us, started_us, ended_us, delay_ms, status,"
    " error, retry_after_ms, pause_ms, hops, 0 FROM attempt ORDER BY host, started_us, id";
constexpr std::int64_t kRevisitsSince = 4;
constexpr std::int64_t kLeftOutSince = 5;

Via via_named(std::string_view name) {
  for (const Via via : {Via::browser, Via::tab, Via::replica}) {
    if (name == to_string(via)) return via;
  }
  return Via::host;
}

std::optional<std::int64_t> number_or_none(const Row& row, int column) {
  return row.is_null(column) ? std::nullopt : std::optional(row.integer(column));
}

}  // namespace

Expected<JobReader> JobReader::open(const std::filesystem::path& dir) {
  auto database = TRY(open_to_read(dir));
  std::int64_t version = 0;
  TRY(database.each("PRAGMA user_version", [&](const Row& row) -> Expected<void> {
    version = row.integer(0);
    return {};
  }));
  if (version > kSchemaVersion) {
    return fail(ErrorCode::wrong_version,
                dir.string() + " was written by a newer Tagtrail: use that version");
  }
  // One read transaction, so that all queries see the same.
  TRY(database.execute("BEGIN"));
  return JobReader(dir, std::move(database), version);
}

Expected<std::optional<std::string>> JobReader::get(std::string_view name) const {
  return config_value(database_, name);
}

Expected<void> JobReader::each_target(
    const std::function<Expected<void>(const TargetRow&)>& take) const {
  return host::each_target(database_, take);
}

Expected<RevisitReport> JobReader::revisits() const {
  if (version_ < kRevisitsSince) return RevisitReport{};
  return read_revisits(database_);
}

/// The manifest of an earlier version does not say it either.
Expected<std::vector<LeftOut>> JobReader::left_out() const {
  if (version_ < kLeftOutSince) return std::vector<LeftOut>{};
  return read_left_out(database_);
}

Expected<void> JobReader::each_archived(
    const std::function<Expected<void>(const ArchiveRecord&)>& take) const {
  if (version_ < kArchiveSince) return {};
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

Expected<std::vector<std::string>> JobReader::faults() const {
  std::vector<std::string> faults;
  auto read = database_.each("PRAGMA integrity_check", [&](const Row& row) -> Expected<void> {
    if (row.text(0) != "ok") faults.push_back(row.string(0));
    return {};
  });
  // Damage may be such that not even the question can be asked.
  if (!read && read.error().code != ErrorCode::invalid_data) {
    return tl::unexpected<Error>(read.error());
  }
  if (!read) faults.push_back(read.error().message);
  return faults;
}

Expected<void> JobReader::each_row_fault(const TakeRowFault& fault) const {
  return check_rows(database_, fault);
}

Expected<std::set<std::string>> JobReader::being_placed() const {
  std::set<std::string> paths;
  TRY(database_.each("SELECT 'files/' || file FROM placing", [&](const Row& row) -> Expected<void> {
    paths.insert(row.string(0));
    return {};
  }));
  return paths;
}

Expected<void> JobReader::each_archived_page(
    const std::function<Expected<void>(const PageRow&)>& take) const {
  if (version_ < kArchiveSince) return {};
  return database_.each(
      "SELECT url, at, record FROM (SELECT r.n, r.url, r.record, (SELECT a.at FROM archive a"
      " WHERE a.url = r.url AND a.type IN ('response', 'revisit', 'resource')"
      " AND a.method <> 'HEAD' ORDER BY a.id DESC LIMIT 1) AS at FROM response r"
      " WHERE r.error = 'none' AND r.status BETWEEN 200 AND 299) WHERE at IS NOT NULL ORDER BY n",
      [&](const Row& row) -> Expected<void> {
        auto record = TRY(decompress(row.text(2)));
        return take({row.string(0), row.string(1), std::move(record)});
      });
}

Expected<void> JobReader::each_outcome(
    const std::function<Expected<void>(const Outcome&)>& take) const {
  return database_.each(
      "SELECT d.url, r.error, r.status, r.mime, r.bytes, t.id IS NOT NULL FROM response r"
      " JOIN decision d USING (n) LEFT JOIN target t USING (n) ORDER BY r.n",
      [&](const Row& row) -> Expected<void> {
        return take({row.string(0), skip_kind(row.text(1), row.integer(2), row.text(3)),
                     static_cast<std::uint64_t>(row.integer(4)), row.integer(5) != 0});
      });
}

Expected<void> JobReader::each_attempt(
    const std::function<Expected<void>(const Attempt&)>& take) const {
  if (version_ < kAttemptsSince) return {};
  return database_.each(version_ < kSubRequestsSince ? kAttemptsBefore : kAttempts,
                        [&](const Row& row) -> Expected<void> {
                          Attempt attempt;
                          attempt.host = row.string(0);
                          attempt.url = row.string(1);
                          attempt.method =
                              row.text(2) == to_string(Method::head) ? Method::head : Method::get;
                          attempt.via = via_named(row.text(3));
                          attempt.robots = row.text(4) == "robots";
                          attempt.asked_us = row.integer(5);
                          attempt.started_us = row.integer(6);
                          attempt.ended_us = row.integer(7);
                          attempt.delay_ms = row.integer(8);
                          attempt.status = static_cast<int>(row.integer(9));
                          attempt.error = row.string(10);
                          attempt.retry_after_ms = number_or_none(row, 11);
                          attempt.pause_ms = row.integer(12);
                          attempt.hops = static_cast<unsigned>(row.integer(13));
                          attempt.sub_requests = static_cast<unsigned>(row.integer(14));
                          return take(attempt);
                        });
}

Expected<void> JobReader::each_robots(
    const std::function<Expected<void>(const RobotsRow&)>& take) const {
  if (version_ < kAttemptsSince) return {};
  return database_.each(
      "SELECT at, origin, status, error, rules, crawl_delay_ms, used_delay_ms, kept FROM robots"
      " WHERE id IN (SELECT max(id) FROM robots GROUP BY origin) ORDER BY origin",
      [&](const Row& row) -> Expected<void> {
        RobotsRow robots;
        robots.at = row.string(0);
        robots.facts.origin = row.string(1);
        robots.facts.status = static_cast<int>(row.integer(2));
        robots.facts.error = row.string(3);
        robots.facts.rules = static_cast<std::uint64_t>(row.integer(4));
        robots.facts.crawl_delay_ms = number_or_none(row, 5);
        robots.facts.used_delay_ms = row.integer(6);
        robots.facts.kept = row.integer(7) != 0;
        return take(robots);
      });
}

}  // namespace tagtrail::host
