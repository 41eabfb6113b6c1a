#include "store/job_folder.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <string>
#include <system_error>

#include "system/posix_file.hpp"
#include "system/private_modes.hpp"

namespace tagtrail::host::folder {
namespace {

namespace fs = std::filesystem;

tl::unexpected<Error> failure(const std::error_code& error, const fs::path& path) {
  return system_failure(error.value(), path.string());
}

/// What may stand in a folder before it has a database: hidden files, and what an open() that was
/// interrupted made.
bool may_precede_job(const fs::directory_entry& entry) {
  const std::string name = entry.path().filename().string();
  std::error_code ignored;
  return name.starts_with(".") || name == "job.db-wal" || name == "job.db-shm" ||
         name == "job.db-journal" || name == kDatabase ||
         (name == kFiles && fs::is_empty(entry.path(), ignored));
}

/// The name of something that no new job would have in its folder; empty: there is nothing.
Expected<std::string> foreign_name(const fs::path& dir) {
  std::error_code error;
  for (fs::directory_iterator at(dir, error), end; !error && at != end; at.increment(error)) {
    if (!may_precede_job(*at)) return at->path().filename().string();
  }
  if (error) return failure(error, dir);
  return std::string();
}

Expected<void> refuse_foreign(const fs::path& dir) {
  const auto name = TRY(foreign_name(dir));
  if (name.empty()) return {};
  return fail(
      ErrorCode::invalid_data,
      fmt::format("{} is not a job folder: it holds {} and no job.db; choose an empty or new "
                  "folder",
                  dir.string(), name));
}

/// A link in the place of the folder would lead the store, which removes files, elsewhere.
Expected<void> make_real_directory(const fs::path& path) {
  std::error_code error;
  const fs::file_status status = fs::symlink_status(path, error);
  if (status.type() == fs::file_type::directory) return {};
  if (status.type() != fs::file_type::not_found) {
    return fail(ErrorCode::invalid_data, fmt::format("{} is not a folder", path.string()));
  }
  if (::mkdir(path.c_str(), kPrivateFolder) != 0) return system_failure(errno, path.string());
  return {};
}

/// The database may come from elsewhere: no name of its may lead out of the folder.
bool stays_inside(const std::string& file) {
  for (std::size_t begin = 0; begin <= file.size();) {
    const std::size_t slash = std::min(file.find('/', begin), file.size());
    const std::string_view part = std::string_view(file).substr(begin, slash - begin);
    if (part.empty() || part == "." || part == "..") return false;
    begin = slash + 1;
  }
  return true;
}

constexpr std::string_view kFactsEnding = ".json";

/// A download that can go on, or the facts of one: the other of the two is there.
bool is_half_of_pair(const fs::directory_entry& entry) {
  std::error_code ignored;
  const std::string path = entry.path().string();
  if (entry.symlink_status(ignored).type() != fs::file_type::regular) return false;
  if (path.ends_with(".part")) return fs::is_regular_file(facts_of_part(path), ignored);
  const bool facts = path.ends_with(".part.json");
  return facts && fs::is_regular_file(path.substr(0, path.size() - kFactsEnding.size()), ignored);
}

}  // namespace

Expected<void> refuse_emptied(const fs::path& dir) {
  std::string name = TRY(foreign_name(dir));
  // SQLite would remove the log of a database that is empty.
  std::error_code none;
  if (fs::file_size(dir / "job.db-wal", none) > 0 && !none) name = "job.db-wal";
  if (name.empty()) return {};
  return fail(ErrorCode::invalid_data,
              fmt::format("{} is empty, but the folder holds {} of a job: put the database back "
                          "from a copy, or choose another folder; all was left as it is",
                          (dir / kDatabase).string(), name));
}

fs::path facts_of_part(const fs::path& file) { return file.string() + std::string(kFactsEnding); }

Expected<void> prepare(const fs::path& dir) {
  std::error_code error;
  const fs::file_status status = fs::status(dir, error);
  if (status.type() == fs::file_type::not_found) {
    TRY(make_private_folders(dir));
    // Only the name of a still empty folder is at stake, and its parent may be unreadable.
    (void)sync_directory(fs::absolute(dir, error).parent_path());
    return {};
  }
  if (error) return failure(error, dir);
  if (status.type() != fs::file_type::directory) {
    return fail(ErrorCode::invalid_data, fmt::format("{} is not a folder", dir.string()));
  }
  return fs::exists(dir / kDatabase, error) ? Expected<void>{} : refuse_foreign(dir);
}

Expected<void> prepare_parts(const fs::path& dir) {
  TRY(make_real_directory(dir / kFiles));
  TRY(make_real_directory(dir / kPartial));
  std::error_code error;
  for (fs::directory_iterator at(dir / kPartial, error), end; !error && at != end;
       at.increment(error)) {
    if (is_half_of_pair(*at)) continue;
    fs::remove_all(at->path(), error);
    if (error) break;
  }
  if (error) return failure(error, dir / kPartial);
  return sync_directory(dir);
}

Expected<void> remove_leftovers(sqlite::Database& database, const FilePlacer& placer) {
  TRY(database.each(
      "SELECT file, sha256 FROM placing"
      " WHERE NOT EXISTS (SELECT 1 FROM target WHERE target.path = 'files/' || placing.file)"
      " AND NOT EXISTS (SELECT 1 FROM version WHERE version.path = 'files/' || placing.file)",
      [&](const sqlite::Row& row) {
        const std::string file = row.string(0);
        return stays_inside(file) ? placer.remove_leftover(file, row.string(1)) : Expected<void>{};
      }));
  return database.run("DELETE FROM placing");
}

}  // namespace tagtrail::host::folder
