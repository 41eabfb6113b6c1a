#include "store/sqlite_job_store.hpp"

#include <fmt/format.h>
#include <time.h>

#include <nlohmann/json.hpp>

#include "store/compression.hpp"
#include "store/config_value.hpp"
#include "store/job_folder.hpp"

namespace tagtrail::host {

using sqlite::Row;

namespace {

constexpr std::string_view kState = "state";
constexpr std::string_view kStateReason = "state-reason";
constexpr std::string_view kLogJson = "log-json";
constexpr std::string_view kSetConfig =
    "INSERT INTO config(name, value) VALUES(?, ?)"
    " ON CONFLICT(name) DO UPDATE SET value = excluded.value";

tl::unexpected<Error> damaged(const std::filesystem::path& dir, const std::string& what) {
  return fail(ErrorCode::invalid_data,
              fmt::format("{}: {}; the file was left as it is", (dir / "job.db").string(), what));
}

}  // namespace

std::string utc_now() {
  timespec now{};
  clock_gettime(CLOCK_REALTIME, &now);
  tm utc{};
  gmtime_r(&now.tv_sec, &utc);
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:03}Z", utc.tm_year + 1900,
                     utc.tm_mon + 1, utc.tm_mday, utc.tm_hour, utc.tm_min, utc.tm_sec,
                     now.tv_nsec / 1'000'000);
}

SqliteJobStore::SqliteJobStore(std::filesystem::path dir, FolderLock lock,
                               sqlite::Database database, CrawlLog log)
    : dir_(std::move(dir)),
      lock_(std::move(lock)),
      database_(std::move(database)),
      log_(std::move(log)),
      syncer_(dir_ / folder::kPartial),
      placer_(dir_ / folder::kFiles),
      namer_(&database_, &placer_) {}

Expected<void> SqliteJobStore::start() {
  TRY(database_.each(
      "SELECT (SELECT coalesce(max(n), 0) FROM response), (SELECT count(*) FROM target),"
      " (SELECT coalesce(max(id), 0) FROM input),"
      " (SELECT count(*) FROM input WHERE kind = 'revisit')",
      [&](const Row& row) -> Expected<void> {
        responses_ = static_cast<std::uint64_t>(row.integer(0));
        targets_ = static_cast<std::uint64_t>(row.integer(1));
        inputs_ = static_cast<std::uint64_t>(row.integer(2));
        rounds_ = static_cast<std::uint64_t>(row.integer(3));
        return {};
      }));
  const auto mask = TRY(get(kNameMask));
  TRY(use_mask(mask.value_or(NameMask().text())));
  // Where the log's end is not ours, or says more than the database knows, nothing can be filled
  // in.
  if (log_.foreign_end() || log_.last() > responses_) log_.skip_to(responses_);
  return write_log();
}

Expected<void> SqliteJobStore::use_mask(std::string_view text) {
  auto mask = TRY(NameMask::parse(text));
  namer_.use(std::move(mask));
  return {};
}

Expected<void> SqliteJobStore::name_files_by(std::string_view mask) {
  TRY(use_mask(mask));
  return set(kNameMask, mask);
}

std::filesystem::path SqliteJobStore::partial_dir() const { return dir_ / folder::kPartial; }

Expected<void> SqliteJobStore::set(std::string_view name, std::string_view value) {
  return database_.run(kSetConfig, name, value);
}

Expected<std::optional<std::string>> SqliteJobStore::get(std::string_view name) const {
  return config_value(database_, name);
}

Expected<void> SqliteJobStore::replay(
    std::uint64_t first, const std::function<Expected<void>(const Bytes&)>& take) const {
  std::uint64_t expected = first;
  return database_.each(
      "SELECT n, record FROM response WHERE n > ? ORDER BY n",
      [&](const Row& row) -> Expected<void> {
        if (static_cast<std::uint64_t>(row.integer(0)) != ++expected) {
          return damaged(dir_, fmt::format("response {} is missing", expected));
        }
        const auto record = decompress(row.text(1));
        if (!record) {
          return damaged(dir_, fmt::format("response {}: {}", expected, record.error().message));
        }
        return take(*record);
      },
      first);
}

Expected<void> SqliteJobStore::set_state(const JobState& state) {
  auto transaction = TRY(sqlite::Transaction::begin(database_));
  auto written = database_.run(kSetConfig, kState, state.state);
  if (written) written = database_.run(kSetConfig, kStateReason, state.reason);
  return written ? transaction.commit() : written;
}

Expected<JobState> SqliteJobStore::state() const {
  JobState state;
  const auto name = TRY(get(kState));
  const auto reason = TRY(get(kStateReason));
  if (name.has_value()) state.state = *name;
  if (reason.has_value()) state.reason = *reason;
  return state;
}

Expected<void> SqliteJobStore::add_event(std::string_view kind, std::string_view text) {
  return database_.run("INSERT INTO event(at, kind, text) VALUES(?, ?, ?)", utc_now(), kind, text);
}

std::string SqliteJobStore::via_of_page(std::string_view url) const {
  std::string via;
  const auto read = database_.each(
      "SELECT via FROM url JOIN response USING (n) WHERE url.url = ?",
      [&](const Row& row) -> Expected<void> {
        via = row.string(0);
        return {};
      },
      url);
  return read ? via : std::string();
}

Expected<void> SqliteJobStore::write_log() {
  if (log_.last() >= responses_) return {};
  const auto as_json = TRY(get(kLogJson));
  const auto line = as_json == "1" ? json_line : text_line;
  constexpr std::size_t kFlushBytes = 1U << 20U;
  std::string lines;
  std::uint64_t last = log_.last();
  auto read = database_.each(
      "SELECT r.n, r.committed_at, r.status, r.error, d.method, d.purpose, d.url, r.mime, r.bytes,"
      " r.via, d.path, d.source_page, iif(json_valid(d.reason), json_extract(d.reason, '$.words'), "
      "'')"
      " FROM response r JOIN decision d USING (n) WHERE r.n > ? ORDER BY r.n",
      [&](const Row& row) -> Expected<void> {
        last = static_cast<std::uint64_t>(row.integer(0));
        lines += line({last, row.text(1), row.integer(2), row.text(3), row.text(4), row.text(5),
                       row.text(6), row.text(7), row.integer(8), row.text(9), row.text(10),
                       row.text(11), row.text(12)});
        if (lines.size() < kFlushBytes) return {};
        return log_.append(std::exchange(lines, {}), last);
      },
      last);
  return read && !lines.empty() ? log_.append(lines, last) : read;
}

}  // namespace tagtrail::host
