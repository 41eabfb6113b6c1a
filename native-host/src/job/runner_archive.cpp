// A job's WARC files, kept in step with its commits.
#include "job/runner.hpp"
#include "store/job_folder.hpp"

namespace tagtrail::host {
namespace {

constexpr std::string_view kArchiveMode = "archive";

}  // namespace

/// What is not asked for by name stays as the job has it.
Expected<void> JobRunner::open_archive() {
  JobOptions& options = setup_.options;
  const auto stored = TRY(store_->get(kArchiveMode));
  if (!options.archive && stored && *stored == "warc") options.archive = ArchiveMode::warc;
  const bool archives = options.archive == ArchiveMode::warc;
  TRY(store_->set(kArchiveMode, archives ? "warc" : "none"));
  if (!archives) return {};
  JobArchive::Options opening;
  opening.directory = store_->dir() / folder::kArchive;
  opening.max_file_bytes = options.archive_file_bytes;
  opening.about = {
      {"software", "Tagtrail/" + setup_.version},
      {"format", "WARC File Format 1.1"},
      {"conformsTo",
       "http://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/"},
      {"robots", options.robots ? "obey" : "ignore"},
      {"description", "harvest of " + setup_.config.seed_url}};
  if (!options.user_agent.empty()) {
    opening.about.emplace_back("http-header-user-agent", options.user_agent);
  }
  auto archive = TRY(JobArchive::open(std::move(opening), *store_));
  archive_ = std::move(archive);
  return {};
}

/// The records of a batch, synced and handed to the store, so that its commit has their places.
Expected<void> JobRunner::prepare_archive(const std::vector<ResponseCommit>& batch) {
  if (!archive_) return {};
  std::uint64_t n = store_->response_count();
  for (const ResponseCommit& item : batch) {
    TRY(archive_->describe(item.request, ++n));
  }
  return archive_->prepare_commit();
}

/// At the end of a run. Unless `whole`, something failed, and only what is committed counts.
Expected<void> JobRunner::close_archive(bool whole) {
  if (!archive_) return {};
  Expected<void> done;
  if (whole) done = archive_->prepare_commit();
  if (done && whole) done = store_->commit({});
  if (done && whole) done = archive_->committed();
  const auto closed = archive_->close();
  archive_.reset();
  return done ? closed : done;
}

}  // namespace tagtrail::host
