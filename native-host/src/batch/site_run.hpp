// The harvest of one site, as a child process of this program.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "batch/schedule.hpp"
#include "batch/site_end.hpp"
#include "browser/process.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// Destroying it ends the process; it also dies with this one, however that dies.
class SiteRun {
 public:
  using Start = std::function<Expected<std::unique_ptr<Process>>(const ProcessOptions&)>;

  /// Starts `harvest` in the job folder `dir`. With `copy_profile` it makes itself a private copy
  /// of the site's profile; `environment` is added to ours; `start` is Process::start() or does as
  /// that does. Errors: missing_dependency, io.
  static Expected<std::unique_ptr<SiteRun>> start(
      const std::filesystem::path& program, const BatchSite& site, const std::filesystem::path& dir,
      bool copy_profile, std::map<std::string, std::string> environment = {},
      const Start& start = Process::start);
  explicit SiteRun(std::unique_ptr<Process> process) : process_(std::move(process)) {}
  /// Asks it to stop in good order.
  void stop();
  /// Ends it and what it has started, now.
  void kill();
  /// Nothing while it runs.
  std::optional<SiteEnd> end();

 private:
  std::unique_ptr<Process> process_;
  bool stopping_ = false;
};

}  // namespace tagtrail::host
