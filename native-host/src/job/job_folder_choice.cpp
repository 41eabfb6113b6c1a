#include "job/job_folder_choice.hpp"

#include "job/site_scope.hpp"
#include "store/read_job.hpp"

namespace tagtrail::host {

bool could_go_on_in(const std::filesystem::path& dir, const Config& config,
                    const NamedSettings& named) {
  const auto glance = glance_at_job(dir);
  if (!glance) return glance.error().code == ErrorCode::not_found;
  // Nothing was answered yet: the folder is as good as new.
  if (glance->responses == 0) return true;
  // As the start itself will have it.
  Config wanted = config;
  narrow_site_scope(wanted, glance->config);
  return settings_to_go_on(glance->config, wanted, named).has_value();
}

std::filesystem::path numbered(const std::filesystem::path& dir, unsigned number) {
  if (number < 2) return dir;
  return dir.parent_path() / (dir.filename().string() + "-" + std::to_string(number));
}

}  // namespace tagtrail::host
