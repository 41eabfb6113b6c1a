// What the extension may ask of a job (docs/protocol.md, section 3): one function a call.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "browser/temporary_folder.hpp"
#include "job/desktop.hpp"
#include "job/extension_link.hpp"
#include "job/runner.hpp"
#include "load/catalogue_look.hpp"

namespace tagtrail::host {

/// The calls about the job that `runner`, which outlives them, runs. A call about another job is
/// not_found.
JobCalls running_calls(JobRunner& runner);

/// The same calls once the job has ended: what can still be told of it. Its folder is no longer
/// owned, so that any process may go on with it. The runner is asked for all that it knows now.
JobCalls ended_calls(JobRunner& runner);

/// The same calls where there was no job yet: not_found.
JobCalls jobless_calls();

/// Most groups that one answer tells.
inline constexpr std::size_t kShownGroups = 50;

/// job.set: `delayMs`, `maxRequests`, `maxBytes`, `maxTimeMs`; absent ones stay.
Expected<Json> job_set(JobRunner& runner, const Json& message);
/// job.teach
Expected<Json> job_teach(JobRunner& runner, const Json& message);
/// job.files of the job in `dir`.
Expected<Json> job_files(const std::filesystem::path& dir, const Json& message);
/// job.show of a file of the job in `dir`, of its folder, or of its page. Errors: invalid_argument,
/// not_found, missing_dependency (nothing here opens it).
Expected<Json> job_show(const std::filesystem::path& dir, const Json& message,
                        const DesktopPatience& patience = {});

/// catalogue.look, which needs no job. Remembers what robots.txt said, and when the site was asked.
class CatalogueCalls {
 public:
  /// Takes as long as the answers do. Errors: invalid_argument, those of CatalogueLook.
  Expected<Json> look(const Json& message);

 private:
  Expected<CatalogueLook*> looker(const Json& options, const std::string& url);

  std::optional<TemporaryFolder> folder_;  ///< for files in progress
  Json options_;                           ///< that `look_` was made by
  std::unique_ptr<CatalogueLook> look_;
};

/// A file of a job that the desktop may open: below `files` of the job's folder, by no link out of
/// it. Errors: invalid_argument, not_found.
Expected<std::filesystem::path> own_file(const std::filesystem::path& dir, const std::string& path);

}  // namespace tagtrail::host
