#include "store/job_store.hpp"

#include "store/job_folder.hpp"
#include "store/schema.hpp"

namespace tagtrail::host {
namespace {

/// `out/` and `./out` are `out`: messages and the names of the parts look the same.
std::filesystem::path plain(const std::filesystem::path& dir) {
  std::filesystem::path normal = dir.lexically_normal();
  return normal.filename().empty() && normal.has_relative_path() ? normal.parent_path() : normal;
}

}  // namespace

Expected<std::unique_ptr<JobStore>> JobStore::open(const std::filesystem::path& given) {
  const std::filesystem::path dir = plain(given);
  TRY(folder::prepare(dir));
  auto lock = TRY(FolderLock::acquire(dir));
  // The database judges whether this is a job at all, so it comes before anything is removed.
  auto database = TRY(open_job_database(dir / folder::kDatabase));
  TRY(folder::prepare_parts(dir));
  TRY(folder::remove_leftovers(database, FilePlacer(dir / folder::kFiles)));
  TRY(close_archive_files(database, dir / folder::kArchive));
  auto log = TRY(CrawlLog::open(dir / folder::kLog));
  auto parts =
      std::make_unique<StoreParts>(dir, std::move(lock), std::move(database), std::move(log));
  TRY(parts->start());
  return std::unique_ptr<JobStore>(new JobStore(std::move(parts), TRY(CommitWorker::create())));
}

Expected<void> JobStore::name_files_by(std::string_view mask) {
  TRY(parts().use_mask(mask));
  return set(kNameMask, mask);
}

Expected<void> JobStore::commit(const std::vector<ResponseCommit>& batch) {
  parts().politeness.take(std::exchange(told_, {}));
  return parts_->commit(batch);
}

void JobStore::begin_commit(std::vector<ResponseCommit> batch) {
  parts_->politeness.take(std::exchange(told_, {}));
  const auto items = std::make_shared<const std::vector<ResponseCommit>>(std::move(batch));
  worker_.begin([parts = parts_.get(), items] { return parts->commit(*items); });
}

Expected<Validators> JobStore::validators(const std::string& url) const {
  if (TRY(parts().missing_file(url))) return Validators{};
  return read_validators(database(), url);
}

}  // namespace tagtrail::host
