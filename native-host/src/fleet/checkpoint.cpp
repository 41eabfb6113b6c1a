#include "fleet/checkpoint.hpp"

#include <fcntl.h>
#include <fmt/format.h>

#include <algorithm>
#include <system_error>
#include <unordered_map>

#include "fleet/checkpoint_archive.hpp"
#include "fleet/database_copy.hpp"
#include "fleet/pieces_of_file.hpp"
#include "store/sqlite.hpp"
#include "system/posix_file.hpp"
#include "system/sha256.hpp"

namespace tagtrail::host {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kLargestText = 256UL << 20U;
/// Of job.db. Smaller ones are more to name, larger ones more to send for one page that changed.
constexpr std::uint64_t kDatabasePiece = 64UL << 10U;
constexpr std::size_t kFilesInList = 256;
/// Of a checkpoint of the first version, which does not say.
constexpr std::uint64_t kLargestDatabase = 64UL << 30U;

Expected<void> unless(const std::atomic<bool>& stop) {
  if (!stop) return {};
  return fail(ErrorCode::disconnected, "the checkpoint was given up");
}

/// A harvest makes them all at once, a moment after the file.
Expected<bool> has_tables(const fs::path& database_copy) {
  auto database = TRY(sqlite::Database::open(database_copy));
  return TRY(database.value<std::int64_t>("SELECT count(*) FROM sqlite_schema")) > 0;
}

/// In lists that grow at their ends alone: those that are full do not change.
Expected<std::vector<std::vector<JobFile>>> lists_of(const fs::path& database_copy) {
  auto database = TRY(sqlite::Database::open(database_copy));
  std::vector<std::vector<JobFile>> lists;
  for (const char* table : {"SELECT path, sha256 FROM target ORDER BY rowid",
                            "SELECT path, sha256 FROM version ORDER BY rowid"}) {
    std::size_t in_list = kFilesInList;
    TRY(database.each(table, [&](const sqlite::Row& row) -> Expected<void> {
      if (in_list == kFilesInList) {
        lists.emplace_back();
        in_list = 0;
      }
      lists.back().push_back({row.string(0), row.string(1)});
      ++in_list;
      if (is_file_of_job(lists.back().back().path)) return {};
      return fail(ErrorCode::invalid_data, "job.db names no file of the job");
    }));
  }
  return lists;
}

/// One that is being made.
class Making {
 public:
  Making(const CheckpointJob& job, Store& store, const Checkpoint& before,
         const std::atomic<bool>& stop)
      : job_(job),
        store_(store),
        before_(before),
        stop_(stop),
        list_maker_(job.maker + " lists"),
        data_(store, job.maker),
        lists_(store, list_maker_) {}

  Expected<Checkpoint> make() {
    const auto copy = TRY(DatabaseCopy::make(job_.folder / "job.db", job_.scratch));
    if (!TRY(has_tables(copy.path()))) return Checkpoint{};
    data_.knows(before_.text.packs, before_.text.all_pieces());
    lists_.knows(before_.text.packs, before_.text.lists);
    TRY(keep_files(copy.path()));
    TRY(keep_data(copy.path()));
    TRY(settle());
    const std::string text = write_checkpoint_text(made_.text);
    made_.name = sha256_of(text);
    if (made_.name != before_.name) TRY(store_.put_bytes(text, made_.name));
    return std::move(made_);
  }

 private:
  Expected<void> keep_files(const fs::path& copy) {
    for (const auto& list : TRY(lists_of(copy))) {
      const std::string text = list_text(list);
      const std::string identity = piece_identity(text);
      const bool kept = std::any_of(before_.text.lists.begin(), before_.text.lists.end(),
                                    [&](const Piece& piece) { return piece.identity == identity; });
      for (const JobFile& file : list) {
        TRY(unless(stop_));
        if (!kept && !before_.seen.contains(file.sha256)) {
          TRY(keep_in_store(store_, job_.folder / file.path, file.sha256));
        }
        if (list.size() < kFilesInList) made_.seen.insert(file.sha256);
      }
      TRY(lists_.keep(text));
    }
    return {};
  }

  Expected<void> keep_data(const fs::path& copy) {
    const auto file = TRY(open_file(copy, O_RDONLY));
    std::error_code error;
    const std::uint64_t bytes = fs::file_size(copy, error);
    database_ = TRY(keep_pieces(data_, {file, copy, bytes, kDatabasePiece}, stop_));
    archive_ = TRY(
        keep_archive({job_.folder / "archive", copy}, store_, before_.text.archive, data_, stop_));
    return {};
  }

  Expected<void> settle() {
    const auto data = TRY(data_.settle());
    auto lists = TRY(lists_.settle());
    made_.text.site = job_.site;
    made_.text.packs = data.packs;
    made_.text.packs.insert(made_.text.packs.end(), lists.packs.begin(), lists.packs.end());
    made_.text.lists = std::move(lists.pieces);
    made_.text.database = database_.settled(data.pieces);
    for (auto& [file, growing] : archive_) {
      if (growing) file.contents = growing->settled(data.pieces);
      made_.text.archive.push_back(std::move(file));
    }
    return {};
  }

  const CheckpointJob& job_;
  Store& store_;
  const Checkpoint& before_;
  const std::atomic<bool>& stop_;
  std::string list_maker_;
  PackWriter data_;
  PackWriter lists_;
  KeptPieces database_;
  std::vector<KeptArchive> archive_;
  Checkpoint made_;
};

Expected<std::vector<JobFile>> files_of(Store& store, const CheckpointText& text) {
  std::vector<JobFile> files = text.files;
  TRY(read_pieces(store, text.lists, [&](std::size_t, std::string_view list) -> Expected<void> {
    auto some = TRY(read_list_text(list));
    std::move(some.begin(), some.end(), std::back_inserter(files));
    return {};
  }));
  return files;
}

Expected<void> restore_database(Store& store, const CheckpointText& text, const fs::path& file) {
  if (text.whole_database.empty()) return restore_pieces(store, text.database, file);
  return store.get_file(text.whole_database, file, kLargestDatabase);
}

using FileSizes = std::unordered_map<std::string, std::uint64_t>;

/// By path in the job folder. Others may have made the database.
Expected<FileSizes> sizes_in(const fs::path& database_file) {
  FileSizes sizes;
  auto database = sqlite::Database::open_tidily(database_file);
  for (const char* rows : {"SELECT path, bytes FROM target", "SELECT path, bytes FROM version"}) {
    const auto read = database ? database->each(rows,
                                                [&sizes](const sqlite::Row& row) {
                                                  sizes[row.string(0)] = static_cast<std::uint64_t>(
                                                      std::max<std::int64_t>(row.integer(1), 0));
                                                })
                               : Expected<void>(tl::unexpected(database.error()));
    if (!read) {
      return fail(ErrorCode::invalid_data,
                  "the job.db of the checkpoint can't be read: " + read.error().message);
    }
  }
  return sizes;
}

/// Without the files, which do not belong to one site alone.
std::set<std::string> own_parts(const Checkpoint& checkpoint) {
  std::set<std::string> names;
  if (!checkpoint.name.empty()) names.insert(checkpoint.name);
  if (!checkpoint.text.whole_database.empty()) names.insert(checkpoint.text.whole_database);
  for (const Pack& pack : checkpoint.text.packs) names.insert(pack.sha256);
  return names;
}

}  // namespace

Expected<Checkpoint> make_checkpoint(const CheckpointJob& job, Store& store,
                                     const Checkpoint& before, const std::atomic<bool>& stop) {
  std::error_code error;
  if (!fs::exists(job.folder / "job.db", error)) return Checkpoint{};
  TRY(unless(stop));
  return Making(job, store, before, stop).make();
}

Expected<Checkpoint> read_checkpoint(Store& store, const std::string& name) {
  // Not within the braces: GCC 12 forgets what is made there when TRY returns.
  auto text = TRY(read_checkpoint_text(TRY(store.get_bytes(name, kLargestText))));
  return Checkpoint{name, std::move(text)};
}

Expected<void> restore_checkpoint(Store& store, const Checkpoint& checkpoint,
                                  const fs::path& folder, const std::atomic<bool>& stop) {
  // It gets its name at the end: a folder that has a job.db is a job that is all there.
  const fs::path arriving = folder / "job.db.arriving";
  TRY(restore_database(store, checkpoint.text, arriving));
  const FileSizes sizes = TRY(sizes_in(arriving));
  for (const JobFile& file : TRY(files_of(store, checkpoint.text))) {
    TRY(unless(stop));
    const auto size = sizes.find(file.path);
    if (size == sizes.end()) {
      return fail(ErrorCode::invalid_data, "the checkpoint has a file that its job.db does not");
    }
    TRY(store.get_file(file.sha256, folder / file.path, size->second));
  }
  TRY(restore_archive(store, checkpoint.text.archive, folder / "archive", stop));
  TRY(unless(stop));
  std::error_code error;
  fs::rename(arriving, folder / "job.db", error);
  if (error) return system_failure(error.value(), folder.string());
  return sync_directory(folder);
}

std::vector<std::string> left_behind(const Checkpoint& before, const Checkpoint& now) {
  const auto old = own_parts(before);
  const auto kept = own_parts(now);
  std::vector<std::string> left;
  std::set_difference(old.begin(), old.end(), kept.begin(), kept.end(), std::back_inserter(left));
  return left;
}

Expected<std::vector<std::string>> needed_by(Store& store, const Checkpoint& checkpoint) {
  const auto parts = own_parts(checkpoint);
  std::vector<std::string> names(parts.begin(), parts.end());
  for (JobFile& file : TRY(files_of(store, checkpoint.text))) {
    names.push_back(std::move(file.sha256));
  }
  for (const ArchivedFile& file : checkpoint.text.archive) {
    if (!file.whole.empty()) names.push_back(file.whole);
  }
  return names;
}

}  // namespace tagtrail::host
