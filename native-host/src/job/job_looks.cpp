#include "job/job_looks.hpp"

#include <chrono>

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

Expected<void> look_into_files(JobStore& store, const JobSetup& setup, JobWatch& watch,
                               JobStatus& status) {
  if (!setup.options.tables) return {};
  using Clock = std::chrono::steady_clock;
  constexpr std::chrono::seconds kShownFrom{1};
  constexpr std::chrono::seconds kOfStopped{3};
  const auto began = Clock::now();
  const bool stopped_before = watch.is_told_to_stop();
  auto looked = look_into_job(store, [&](LooksDone looks) {
    const auto taken = Clock::now() - began;
    if (taken > kShownFrom) status.looking = looks;
    watch.attend();
    return stopped_before ? taken < kOfStopped : !watch.is_told_to_stop();
  });
  status.looking.reset();
  TRY(looked);
  return {};
}

}  // namespace tagtrail::host
