// The hot path is commit(). Order, so that a crash at any instant is harmless: record the intended
// names, sync and place the files, sync the folder, one synced transaction, tidy up.
#include "store/store_parts.hpp"

#include <sys/stat.h>

#include <unordered_map>
#include <unordered_set>

#include "store/job_config.hpp"
#include "store/job_folder.hpp"
#include "store/page_datasets.hpp"
#include "store/revisits.hpp"
#include "system/times.hpp"

namespace tagtrail::host {
namespace {

bool is_sha256(const std::string& text) {
  constexpr std::size_t kDigits = 64;
  return text.size() == kDigits && text.find_first_not_of("0123456789abcdef") == std::string::npos;
}

/// What can't be removed here is removed by the next open(). A name that was given up by renaming
/// may be another file's by now.
void tidy_up(const std::vector<ResponseCommit>& batch, const std::vector<NewTarget>& targets) {
  auto target = targets.begin();
  for (std::size_t i = 0; i < batch.size(); ++i) {
    const bool placed = target != targets.end() && target->index == i;
    const bool renamed = placed && target->placement.step == Placement::Step::renamed;
    if (placed) ++target;
    if (!batch[i].file || renamed) continue;
    std::error_code ignored;
    std::filesystem::remove(batch[i].file->file, ignored);
    std::filesystem::remove(folder::facts_of_part(batch[i].file->file), ignored);
  }
}

}  // namespace

StoreParts::StoreParts(std::filesystem::path job_dir, FolderLock job_lock, sqlite::Database opened,
                       CrawlLog job_log)
    : dir(std::move(job_dir)),
      lock(std::move(job_lock)),
      database(std::move(opened)),
      log(std::move(job_log)),
      syncer_(partial_dir()),
      placer_(dir / folder::kFiles),
      namer_(&database, &placer_) {}

std::filesystem::path StoreParts::partial_dir() const { return dir / folder::kPartial; }

Expected<void> StoreParts::start() {
  TRY(responses.load());
  TRY(targets.load());
  TRY(inputs.load());
  TRY(use_mask(TRY(config_value(database, kNameMask)).value_or(NameMask().text())));
  // Where the log's end is not ours, or says more than the database knows, nothing can be filled
  // in.
  if (log.foreign_end() || log.last() > responses.count()) log.skip_to(responses.count());
  return log.catch_up(database, responses.count());
}

Expected<void> StoreParts::use_mask(std::string_view mask) {
  namer_.use(TRY(NameMask::parse(mask)));
  return {};
}

Expected<void> StoreParts::commit(const std::vector<ResponseCommit>& batch) {
  if (batch.empty() && !archive.has_waiting() && politeness.empty()) return {};
  auto planned = plan(batch);
  Expected<void> done;
  if (planned) done = place_all(*planned);
  if (planned && done) done = write(batch, *planned);
  namer_.release();
  auto brought = TRY(std::move(planned));
  if (!done) {
    for (NewTarget& target : brought) placer_.undo(target.placement);
    responses.have_not_come();
    return done;
  }
  archive.have_come();
  politeness = {};
  responses.have_come(batch.size());
  targets.have_come(brought);
  tidy_up(batch, brought);
  // The log is derived: the responses are committed whether or not its lines can be written, and
  // lines that are missing are written with the next ones.
  (void)log.catch_up(database, responses.count());
  return {};
}

Expected<void> StoreParts::check(const FetchedFile& file) const {
  struct stat info {};
  std::error_code ignored;
  const auto folder = file.file.parent_path();
  const bool ours =
      folder == partial_dir() || std::filesystem::equivalent(folder, partial_dir(), ignored);
  const bool whole = ours && ::lstat(file.file.c_str(), &info) == 0 && S_ISREG(info.st_mode) &&
                     static_cast<std::uint64_t>(info.st_size) == file.bytes &&
                     is_sha256(file.sha256);
  if (whole) return {};
  return fail(ErrorCode::invalid_argument,
              file.file.string() + " is not a complete file in the folder for partial files");
}

Expected<std::vector<NewTarget>> StoreParts::plan(const std::vector<ResponseCommit>& batch) {
  std::vector<NewTarget> planned;
  std::unordered_map<std::string, std::string> file_of_contents;
  std::unordered_set<std::string> urls;
  const std::string now = utc_now();
  for (std::size_t i = 0; i < batch.size(); ++i) {
    const ResponseCommit& item = batch[i];
    if (!item.file) continue;
    TRY(check(*item.file));
    const std::string& url = item.answering_url();
    const auto known = TRY(targets.digest_of(url));
    const bool replaces = known.has_value() && item.request.revisit && *known != item.file->sha256;
    if ((known.has_value() && !replaces) || !urls.insert(url).second) continue;
    auto names = TRY(replaces ? names_of_newer(item, url)
                              : namer_.choose({item.response.file_name, url, item.response.mime,
                                               now, item.file->sha256, item.request.anchor}));
    std::string& twin = file_of_contents[item.file->sha256];
    if (twin.empty()) twin = TRY(targets.twin_of(item.file->sha256));
    Placement placement{item.file->file, twin, names.file, item.file->sha256, item.file->bytes};
    if (twin.empty()) twin = names.file;
    std::error_code ignored;
    placement.keeps_temporary =
        std::filesystem::exists(folder::facts_of_part(item.file->file), ignored);
    planned.push_back({i, url, std::move(names), std::move(placement), replaces});
  }
  return planned;
}

/// Names of a target's newer contents: those of the first, with the day. What is of another type
/// than the first can't be told by that one's extension.
Expected<TargetNames> StoreParts::names_of_newer(const ResponseCommit& item,
                                                 const std::string& url) {
  auto [first, mime] = TRY(targets.first_of(url));
  if (const Response& now = item.response; now.mime != mime) {
    const std::size_t leaf = first.rfind('/') + 1;  // 0 where there is none
    first.replace(leaf, std::string::npos,
                  retyped_name(first.substr(leaf), {now.file_name, url, now.mime}));
  }
  constexpr std::size_t kDay = 10;  // of 2026-01-02T...
  return namer_.choose_dated(first, {{}, url, item.response.mime}, utc_now().substr(0, kDay));
}

Expected<void> StoreParts::place_all(std::vector<NewTarget>& planned) {
  if (planned.empty()) return {};
  TRY(bring_to_disk(planned));
  for (NewTarget& target : planned) TRY(placer_.place(target.placement));
  return placer_.sync();
}

/// The contents, and which names they are to have, before the names: a power failure between the
/// two would leave files that no row lists. What goes with the whole file system needs no other
/// sync.
Expected<void> StoreParts::bring_to_disk(const std::vector<NewTarget>& planned) {
  if (syncer_.prefers_all(planned.size())) {
    auto lax = database.execute("PRAGMA synchronous = NORMAL");
    if (lax) lax = targets.intend(planned);
    auto strict = database.execute("PRAGMA synchronous = FULL");
    TRY(std::move(lax));
    TRY(std::move(strict));
    if (syncer_.sync_all()) return {};
  }
  // Also what went wrong above, which may have been another's file.
  TRY(targets.intend(planned));
  std::vector<std::filesystem::path> files;
  for (const NewTarget& target : planned) files.push_back(target.placement.temporary);
  return syncer_.sync_each(files);
}

Expected<void> StoreParts::write(const std::vector<ResponseCommit>& batch,
                                 const std::vector<NewTarget>& planned) {
  auto transaction = TRY(sqlite::Transaction::begin(database));
  const std::string now = utc_now();
  auto target = planned.begin();
  for (std::size_t i = 0; i < batch.size(); ++i) {
    const ResponseCommit& item = batch[i];
    const std::uint64_t n = responses.count() + i + 1;
    const bool brought = target != planned.end() && target->index == i;
    TRY(responses.write(item, n, now));
    TRY(write_validators(database, item));
    TRY(write_datasets(database, item));
    TRY(archive.claim(item.request.url, n));
    TRY(write_change(database, inputs.rounds(), item, brought ? &*target : nullptr, n, now));
    if (brought) TRY(targets.write(item, *target++, n, now));
  }
  TRY(archive.write());
  TRY(write_politeness(database, politeness));
  if (!planned.empty()) TRY(targets.forget_intents());
  return transaction.commit();
}

Expected<std::optional<std::string>> StoreParts::missing_file(const std::string& url) const {
  auto file = TRY(targets.file_of(url));
  if (file && placer_.exists(*file)) file.reset();
  return file;
}

Expected<bool> StoreParts::put_back(const std::string& url, const FetchedFile& file) {
  auto place = TRY(missing_file(url));
  if (!place) return false;
  TRY(check(file));
  Placement placement{file.file, {}, std::move(*place), file.sha256, file.bytes};
  TRY(syncer_.sync_each({file.file}));
  TRY(placer_.place(placement));
  TRY(placer_.sync());
  return true;
}

}  // namespace tagtrail::host
