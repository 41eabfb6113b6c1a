// Files of the job that somebody has removed: they are asked for whole, and get their place again.
#include "store/sqlite_job_store.hpp"

namespace tagtrail::host {

using sqlite::Row;

/// Where the target of a URL belongs in files/, when nothing is there.
Expected<std::optional<std::string>> SqliteJobStore::missing_file(const std::string& url) const {
  std::optional<std::string> file;
  TRY(database_.each(
      "SELECT substr(path, length('files/') + 1) FROM target WHERE url = ?",
      [&](const Row& row) -> Expected<void> {
        file = row.string(0);
        return {};
      },
      url));
  if (file && placer_.exists(*file)) file.reset();
  return file;
}

Expected<bool> SqliteJobStore::put_back(const std::string& url, const FetchedFile& file) {
  auto place = TRY(missing_file(url));
  if (!place) return false;
  TRY(check(file));
  Placement placement{file.file, {}, std::move(*place), file.sha256, file.bytes};
  auto placed = syncer_.sync_each({file.file});
  if (placed) placed = placer_.place(placement);
  if (placed) placed = placer_.sync();
  if (!placed) return tl::unexpected<Error>(placed.error());
  return true;
}

}  // namespace tagtrail::host
