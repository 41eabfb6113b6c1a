// The harvest of one site, as a child process of this program.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "batch/profile_copy.hpp"
#include "batch/schedule.hpp"
#include "batch/site_end.hpp"
#include "browser/process.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// Destroying it ends the process; it also dies with this one, however that dies.
class SiteRun {
 public:
  using Start = std::function<Expected<std::unique_ptr<Process>>(const ProcessOptions&)>;

  /// Starts `harvest` in the job folder `dir`. With `copy_profile` it gets a private copy of the
  /// site's profile; `environment` is added to ours; `start` is Process::start() or does as that
  /// does. Errors: missing_dependency, io, disk_full; not_found and busy of the profile.
  static Expected<std::unique_ptr<SiteRun>> start(
      const std::filesystem::path& program, const BatchSite& site, const std::filesystem::path& dir,
      bool copy_profile, std::map<std::string, std::string> environment = {},
      const Start& start = Process::start);
  SiteRun(std::optional<ProfileCopy> profile, std::unique_ptr<Process> process)
      : profile_(std::move(profile)), process_(std::move(process)) {}
  /// Asks it to stop in good order.
  void stop();
  /// Ends it and what it has started, now.
  void kill();
  /// Nothing while it runs.
  std::optional<SiteEnd> end();

 private:
  // Destroyed from the last to the first: the process ends before its profile goes.
  std::optional<ProfileCopy> profile_;
  std::unique_ptr<Process> process_;
  bool stopping_ = false;
};

}  // namespace tagtrail::host
