#include "fleet/checkpoint_archive.hpp"

#include <fcntl.h>
#include <fmt/format.h>

#include <algorithm>
#include <system_error>

#include "store/archive_index.hpp"
#include "store/sqlite.hpp"
#include "system/posix_file.hpp"
#include "system/sha256.hpp"

namespace tagtrail::host {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kArchivePiece = 1UL << 20U;

struct Known {
  std::string name;
  std::uint64_t bytes = 0;  ///< up to the end of the last record
};

Expected<std::vector<Known>> known_files(const fs::path& database_copy) {
  auto database = TRY(sqlite::Database::open(database_copy));
  std::vector<Known> files;
  TRY(database.each("SELECT file, max(offset + length) FROM archive GROUP BY file ORDER BY file",
                    [&files](const sqlite::Row& row) -> Expected<void> {
                      files.push_back({row.string(0), row.number(1)});
                      if (is_warc_name(files.back().name)) return {};
                      return fail(ErrorCode::invalid_data, "job.db names no WARC file of the job");
                    }));
  return files;
}

const ArchivedFile* whole_one(const std::vector<ArchivedFile>& files, const Known& known) {
  const auto at = std::find_if(files.begin(), files.end(), [&known](const ArchivedFile& file) {
    return file.name == known.name && file.contents.bytes == known.bytes && !file.whole.empty();
  });
  return at == files.end() ? nullptr : &*at;
}

Expected<KeptArchive> keep_growing(const fs::path& folder, const Known& known, PackWriter& writer,
                                   const std::atomic<bool>& stop) {
  const fs::path closed = folder / known.name;
  const fs::path open = folder / (known.name + std::string(kOpenEnding));
  auto file = open_file(open, O_RDONLY);
  // It may have been closed since.
  if (!file) file = open_file(closed, O_RDONLY);
  if (!file) return tl::unexpected(file.error());
  auto pieces = TRY(keep_pieces(writer, {*file, closed, known.bytes, kArchivePiece}, stop));
  return KeptArchive{{known.name, {}, {}}, std::move(pieces)};
}

}  // namespace

Expected<std::vector<KeptArchive>> keep_archive(const ArchiveToKeep& archive, Store& store,
                                                const std::vector<ArchivedFile>& before,
                                                PackWriter& writer, const std::atomic<bool>& stop) {
  std::vector<KeptArchive> kept;
  std::error_code error;
  if (!fs::exists(archive.folder, error)) return kept;
  for (const Known& known : TRY(known_files(archive.database_copy))) {
    if (const ArchivedFile* whole = whole_one(before, known)) {
      kept.emplace_back(*whole, std::nullopt);
      continue;
    }
    const fs::path closed = archive.folder / known.name;
    if (fs::file_size(closed, error) != known.bytes || error) {
      kept.push_back(TRY(keep_growing(archive.folder, known, writer, stop)));
      continue;
    }
    const std::string digest = TRY(sha256_of_file(closed));
    TRY(keep_in_store(store, closed, digest));
    kept.emplace_back(ArchivedFile{known.name, digest, {known.bytes, 0, {}}}, std::nullopt);
  }
  return kept;
}

Expected<void> restore_archive(Store& store, const std::vector<ArchivedFile>& files,
                               const fs::path& folder, const std::atomic<bool>& stop) {
  for (const ArchivedFile& file : files) {
    if (stop) return fail(ErrorCode::disconnected, "the checkpoint was given up");
    if (file.whole.empty()) {
      TRY(restore_pieces(store, file.contents, folder / file.name));
      continue;
    }
    TRY(store.get_file(file.whole, folder / file.name, file.contents.bytes));
    std::error_code error;
    if (fs::file_size(folder / file.name, error) != file.contents.bytes) {
      return fail(ErrorCode::invalid_data, "a WARC file of the checkpoint has another length");
    }
  }
  return {};
}

}  // namespace tagtrail::host
