#include "store/job_reader.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "store/acting_links.hpp"
#include "store/page_datasets.hpp"
#include "store/read_job.hpp"
#include "store/read_left_out.hpp"
#include "store/responses.hpp"
#include "store/row_sums.hpp"
#include "store/schema.hpp"
#include "system/codecs/zstd.hpp"

namespace tagtrail::host {

using sqlite::Row;

namespace {

/// Versions of job.db from which on there are tables.
constexpr std::int64_t kArchiveSince = 3;
constexpr std::int64_t kAttemptsSince = 4;
constexpr std::int64_t kRevisitsSince = 4;
constexpr std::int64_t kLeftOutSince = 5;
constexpr std::int64_t kActingSince = 5;
constexpr std::int64_t kDatasetsSince = 7;
constexpr std::int64_t kLooksSince = 8;

}  // namespace

Expected<JobReader> JobReader::open(const std::filesystem::path& dir) {
  auto database = TRY(open_to_read(dir));
  const auto version = TRY(database.value<std::int64_t>("PRAGMA user_version"));
  if (version > kSchemaVersion) {
    return fail(ErrorCode::wrong_version,
                dir.string() + " was written by a newer Tagtrail: use that version");
  }
  // One read transaction, so that all queries see the same.
  TRY(database.execute("BEGIN"));
  return JobReader(dir, std::move(database), version);
}

Expected<std::vector<std::string>> JobReader::faults() const {
  std::vector<std::string> faults;
  const auto read = database_.each("PRAGMA integrity_check", [&](const Row& row) {
    if (row.text(0) != "ok") faults.push_back(row.string(0));
  });
  if (read) return faults;
  // Damage may be such that not even the question can be asked.
  if (read.error().code != ErrorCode::invalid_data) return tl::unexpected(read.error());
  faults.push_back(read.error().message);
  return faults;
}

Expected<std::set<std::string>> JobReader::being_placed() const {
  std::set<std::string> paths;
  TRY(database_.each("SELECT 'files/' || file FROM placing",
                     [&](const Row& row) { paths.insert(row.string(0)); }));
  return paths;
}

/// A damaged number of the version must not hide that there are some.
Expected<bool> JobReader::has_sums() const {
  if (version_ >= kSumsSince) return true;
  return database_.value<bool>("SELECT 1 FROM sqlite_schema WHERE name = 'digest'");
}

Expected<std::string> JobReader::changed_rows() const {
  const auto kept = TRY(kept_sums(database_));
  if (!kept) return std::string("the sums of its rows are damaged");
  const auto changed = TRY(sum_rows(database_)).differing(*kept);
  if (changed.empty()) return std::string();
  return fmt::format("rows are not those that were written: {}", fmt::join(changed, ", "));
}

/// A job of an earlier version says nothing of what it has no table for.
Expected<RevisitReport> JobReader::revisits() const {
  return version_ < kRevisitsSince ? RevisitReport{} : read_revisits(database_);
}

Expected<std::string> JobReader::datasets_of(const std::string& page) const {
  return version_ < kDatasetsSince ? std::string() : read_datasets(database_, page);
}

Expected<std::unordered_map<std::string, std::string>> JobReader::describing_pages() const {
  if (version_ < kDatasetsSince) return std::unordered_map<std::string, std::string>{};
  return read_describing_pages(database_);
}

bool JobReader::is_of_earlier_version() const { return version_ < kSchemaVersion; }

Expected<std::optional<LookRow>> JobReader::look_of(const std::string& sha256) const {
  if (version_ < kLooksSince) return std::optional<LookRow>{};
  return read_look(database_, sha256);
}

Expected<std::vector<std::string>> JobReader::same_table(const LookRow& look,
                                                         std::size_t limit) const {
  if (version_ < kLooksSince) return std::vector<std::string>{};
  return paths_of_kin(database_, look, limit);
}

Expected<std::vector<LeftOut>> JobReader::left_out() const {
  return version_ < kLeftOutSince ? std::vector<LeftOut>{} : read_left_out(database_);
}

Expected<void> JobReader::each_archived(
    const std::function<Expected<void>(const ArchiveRecord&)>& take) const {
  return version_ < kArchiveSince ? Expected<void>{} : host::each_archived(database_, take);
}

Expected<void> JobReader::each_attempt(
    const std::function<Expected<void>(const Attempt&)>& take) const {
  if (version_ < kAttemptsSince) return {};
  return host::each_attempt(database_, version_, take);
}

Expected<void> JobReader::each_robots(
    const std::function<Expected<void>(const RobotsRow&)>& take) const {
  return version_ < kAttemptsSince ? Expected<void>{} : host::each_robots(database_, take);
}

Expected<void> JobReader::each_acting(
    const std::function<Expected<void>(const ActingLink&)>& take) const {
  return version_ < kActingSince ? Expected<void>{} : host::each_acting(database_, take);
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
        return take({row.string(0), row.string(1), TRY(decompress(row.text(2)))});
      });
}

Expected<std::unordered_map<std::string, std::vector<std::uint64_t>>> JobReader::answers_of(
    const std::unordered_set<std::string>& urls) const {
  std::unordered_map<std::string, std::vector<std::uint64_t>> answers;
  TRY(database_.each(
      "SELECT n, url FROM response WHERE error = 'none' AND status BETWEEN 200 AND 299"
      " ORDER BY n DESC",
      [&](const Row& row) {
        std::string url = row.string(1);
        if (urls.contains(url)) answers[std::move(url)].push_back(row.number(0));
      }));
  return answers;
}

Expected<Bytes> JobReader::record(std::uint64_t n) const { return record_of(database_, n); }

Expected<std::string> JobReader::mark_of_files() const {
  // Contents that change come with a new answer.
  return database_.value<std::string>(
      "SELECT count(*) || '-' || coalesce(max(n), 0) || '-' || coalesce(sum(bytes), 0) FROM "
      "target");
}

Expected<void> JobReader::each_outcome(
    const std::function<Expected<void>(const Outcome&)>& take) const {
  return database_.each(
      "SELECT d.url, r.error, r.status, r.mime, r.bytes, t.id IS NOT NULL, d.source_page"
      " FROM response r JOIN decision d USING (n) LEFT JOIN target t USING (n) ORDER BY r.n",
      [&](const Row& row) {
        return take({row.string(0), skip_kind(row.text(1), row.integer(2), row.text(3)),
                     row.number(4), row.integer(5) != 0, row.string(6), row.string(3),
                     static_cast<int>(row.integer(2))});
      });
}

Expected<void> JobReader::each_look(
    const std::function<Expected<void>(const LookRow&)>& take) const {
  return version_ < kLooksSince ? Expected<void>{} : host::each_look(database_, take);
}

Expected<std::map<std::string, std::string>> JobReader::settings() const {
  std::map<std::string, std::string> all;
  TRY(database_.each("SELECT name, value FROM config",
                     [&](const Row& row) { all[row.string(0)] = row.string(1); }));
  return all;
}

Expected<std::vector<JobReader::Group>> JobReader::best_groups(std::uint64_t limit) const {
  std::vector<Group> groups;
  TRY(database_.each(
      "SELECT tag_path, requests, targets FROM action ORDER BY targets DESC, requests LIMIT ?",
      [&](const Row& row) {
        groups.push_back({row.string(0), row.number(1), row.number(2)});
      },
      limit));
  return groups;
}

Expected<std::string> JobReader::mark() const {
  constexpr auto kAnswers = "SELECT coalesce(max(n), 0) FROM response";
  auto mark = std::to_string(TRY(database_.value<std::int64_t>(kAnswers)));
  mark += "-" + TRY(get("state")).value_or("") + "-" + TRY(get("state-reason")).value_or("");
  if (version_ < kLooksSince) return mark;
  constexpr auto kLooks = "SELECT count(*) || '-' || coalesce(sum(version), 0) FROM look";
  return mark + "-" + TRY(database_.value<std::string>(kLooks));
}

}  // namespace tagtrail::host
