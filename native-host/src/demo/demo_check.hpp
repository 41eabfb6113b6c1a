// Compares what a job harvested from the demo site with what is there.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "messaging/channel.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

struct DemoGroup {
  int expected = 0;
  int found = 0;
};

struct DemoCheck {
  /// `plain`, `extensionless`, `javascript`; what robots.txt forbids is expected by nobody.
  std::map<std::string, DemoGroup> groups;
  std::vector<std::string> missing;     ///< paths and queries
  std::vector<std::string> unexpected;  ///< the same, listed but not of these groups
  std::vector<std::string> wrong;       ///< what is wrong with a file's bytes, as a line

  bool is_right() const { return missing.empty() && unexpected.empty() && wrong.empty(); }
};

/// `list`: of the site. Reads the job's datapackage.json and hashes its files. Errors: io,
/// invalid_data.
Expected<DemoCheck> check_demo_job(const std::filesystem::path& job, const Json& list);

}  // namespace tagtrail::host
