#include "store/read_job.hpp"

#include "store/folder_lock.hpp"
#include "store/job_config.hpp"
#include "store/job_folder.hpp"
#include "store/schema.hpp"

namespace tagtrail::host {

namespace {

/// Opened, with what it says it is.
struct Opened {
  sqlite::Database database;
  std::int64_t application = 0;
};

/// The question makes SQLite open all that it needs.
Expected<Opened> ask(Expected<sqlite::Database> opened) {
  auto database = TRY(std::move(opened));
  const auto application = TRY(database.value<std::int64_t>("PRAGMA application_id"));
  return Opened{std::move(database), application};
}

/// Where nobody is at work, the folder is left as it was found.
Expected<Opened> open_shared(const std::filesystem::path& file) {
  for (const char* log : {"-wal", "-journal"}) {
    std::error_code error;
    if (std::filesystem::file_size(file.string() + log, error) > 0 && !error) {
      return ask(sqlite::Database::open_read_only(file));
    }
  }
  return ask(sqlite::Database::open_tidily(file));
}

/// Reading takes a little space on the disk, to agree with a writer. Where there is none, or the
/// folder can't be written, the job's lock keeps writers away instead.
Expected<Opened> open_locked(const std::filesystem::path& dir, const std::filesystem::path& file) {
  auto lock = TRY(FolderLock::share(dir));
  auto opened = ask(sqlite::Database::open_unshared(file));
  if (opened) opened->database.hold(std::make_shared<FolderLock>(std::move(lock)));
  return opened;
}

}  // namespace

Expected<sqlite::Database> open_to_read(const std::filesystem::path& dir) {
  const auto file = dir / folder::kDatabase;
  std::error_code error;
  if (!std::filesystem::is_regular_file(file, error)) {
    return fail(ErrorCode::not_found, dir.string() + " is not a job folder: it has no job.db");
  }
  if (std::filesystem::file_size(file, error) == 0 && !error) {
    // SQLite would remove what is in its log.
    return fail(ErrorCode::invalid_data, file.string() + " is empty: put it back from a copy");
  }
  auto opened = open_shared(file);
  if (!opened &&
      (opened.error().code == ErrorCode::disk_full || opened.error().code == ErrorCode::io)) {
    if (auto apart = open_locked(dir, file)) opened = std::move(apart);
  }
  auto found = TRY(std::move(opened));
  if (found.application != kApplicationId) {
    return fail(ErrorCode::invalid_data, file.string() + " is not the database of a Tagtrail job");
  }
  return std::move(found.database);
}

Expected<TargetPage> read_targets(const std::filesystem::path& dir, std::uint64_t offset,
                                  std::uint64_t limit) {
  auto database = TRY(open_to_read(dir));
  TargetPage page;
  page.total = TRY(count_targets(database));
  page.rows = TRY(newest_targets(database, offset, limit));
  return page;
}

Expected<JobGlance> glance_at_job(const std::filesystem::path& dir) {
  auto database = TRY(open_to_read(dir));
  JobGlance glance;
  glance.responses = TRY(database.value<std::uint64_t>("SELECT coalesce(max(n), 0) FROM response"));
  glance.config = TRY(config_value(database, kEngineConfig)).value_or(std::string());
  return glance;
}

JobCounts counts_of_job(const std::filesystem::path& dir) {
  JobCounts counts;
  auto database = open_to_read(dir);
  if (!database) return counts;
  const auto read = database->each(
      "SELECT count(*), coalesce(sum(bytes), 0), (SELECT coalesce(max(n), 0) FROM response)"
      " FROM target",
      [&counts](const sqlite::Row& row) -> Expected<void> {
        counts.files = static_cast<std::uint64_t>(row.integer(0));
        counts.bytes = static_cast<std::uint64_t>(row.integer(1));
        counts.requests = static_cast<std::uint64_t>(row.integer(2));
        return {};
      });
  return read ? counts : JobCounts{};
}

}  // namespace tagtrail::host
