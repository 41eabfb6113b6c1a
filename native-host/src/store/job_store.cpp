#include "store/job_store.hpp"

#include "store/archive_files.hpp"
#include "store/job_folder.hpp"
#include "store/schema.hpp"
#include "store/sqlite_job_store.hpp"

namespace tagtrail::host {
namespace {

/// `out/` and `./out` are `out`: messages and the names of the parts look the same.
std::filesystem::path plain(const std::filesystem::path& dir) {
  std::filesystem::path normal = dir.lexically_normal();
  return normal.filename().empty() && normal.has_relative_path() ? normal.parent_path() : normal;
}

}  // namespace

Expected<std::unique_ptr<JobStore>> JobStore::open(const std::filesystem::path& given) {
  using Failure = tl::unexpected<Error>;
  const std::filesystem::path dir = plain(given);
  if (auto prepared = folder::prepare(dir); !prepared) return Failure(prepared.error());
  auto lock = FolderLock::acquire(dir);
  if (!lock) return Failure(lock.error());
  // The database judges whether this is a job at all, so it comes before anything is removed.
  auto database = open_job_database(dir / folder::kDatabase);
  if (!database) return Failure(database.error());
  if (auto parts = folder::prepare_parts(dir); !parts) return Failure(parts.error());
  if (auto cleaned = folder::remove_leftovers(*database, FilePlacer(dir / folder::kFiles));
      !cleaned) {
    return Failure(cleaned.error());
  }
  if (auto closed = close_archive_files(*database, dir / folder::kArchive); !closed) {
    return Failure(closed.error());
  }
  auto log = CrawlLog::open(dir / folder::kLog);
  if (!log) return Failure(log.error());
  auto store = std::make_unique<SqliteJobStore>(dir, std::move(*lock), std::move(*database),
                                                std::move(*log));
  if (auto started = store->start(); !started) return Failure(started.error());
  return store;
}

}  // namespace tagtrail::host
