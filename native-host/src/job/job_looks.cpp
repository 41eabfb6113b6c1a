#include "job/job_looks.hpp"

#include <fmt/format.h>

#include <chrono>

#include "search/update_index.hpp"
#include "store/job_reader.hpp"
#include "tables/look_pool.hpp"

namespace tagtrail::host {

Expected<LooksDone> look_into_job(JobStore& store, const std::function<bool(LooksDone)>& go_on) {
  const auto contents = TRY(store.to_look_into(kLookVersion));
  std::vector<FileToLookInto> files;
  files.reserve(contents.size());
  for (const Contents& each : contents) files.push_back({each.sha256, store.dir() / each.path});
  LooksDone looks{0, files.size()};
  TRY(look_into_all(
      files,
      [&](std::vector<FileLook> found) -> Expected<void> {
        std::vector<LookRow> rows;
        rows.reserve(found.size());
        for (FileLook& look : found) {
          rows.push_back(
              {std::move(look.key), kLookVersion, std::move(look.kin), std::move(look.json)});
        }
        looks.done += rows.size();
        return store.keep_looks(rows);
      },
      [&] { return go_on(looks); }));
  return looks;
}

namespace {

/// At the end of a run: shows how far it is, and ends when the user wants that, or after a few
/// seconds where he wanted it before.
template <typename Done>
std::function<bool(Done)> until_stopped(JobWatch& watch, JobStatus& status) {
  using Clock = std::chrono::steady_clock;
  const auto began = Clock::now();
  const bool stopped_before = watch.is_told_to_stop();
  return [&watch, &status, began, stopped_before](Done done) {
    constexpr std::chrono::seconds kShownFrom{1};
    constexpr std::chrono::seconds kOfStopped{3};
    const auto taken = Clock::now() - began;
    if (taken > kShownFrom) status.looking = LooksDone{done.done, done.of};
    watch.attend();
    return stopped_before ? taken < kOfStopped : !watch.is_told_to_stop();
  };
}

Expected<std::uint64_t> bring_index_up_to_date(const std::filesystem::path& dir,
                                               const std::function<bool(IndexProgress)>& go_on) {
  const auto job = TRY(JobReader::open(dir));
  if (TRY(current_index(job))) return 0;
  auto index = TRY(make_index(job, IndexPlace::folder, false, go_on));
  return files_left(index);
}

}  // namespace

Expected<void> look_into_files(JobStore& store, const JobSetup& setup, JobWatch& watch,
                               JobStatus& status) {
  if (!setup.options.tables) return {};
  auto looked = look_into_job(store, until_stopped<LooksDone>(watch, status));
  status.looking.reset();
  TRY(looked);
  return {};
}

Expected<void> index_files(JobStore& store, const JobSetup& setup, JobWatch& watch,
                           JobStatus& status) {
  if (!setup.options.tables) return {};
  const auto left =
      bring_index_up_to_date(store.dir(), until_stopped<IndexProgress>(watch, status));
  status.looking.reset();
  std::string trouble;
  if (!left) {
    trouble = "no index for searches: " + left.error().message;
    status.warning = trouble;
  } else if (*left > 0) {
    trouble =
        fmt::format("the index for searches lacks {} files: the next search reads them", *left);
  }
  return trouble.empty() ? Expected<void>{} : store.add_event("limit", trouble);
}

}  // namespace tagtrail::host
