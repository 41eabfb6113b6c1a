#include "cli/steps_output.hpp"

#include <fmt/format.h>

#include "messaging/json_text.hpp"
#include "system/say.hpp"

namespace tagtrail::host {

void print_steps(const std::vector<InstallStep>& steps, bool dry_run, bool json) {
  if (json) {
    Json list = Json::array();
    for (const auto& step : steps) {
      list.push_back({{"what", step.what}, {"path", step.path.string()}, {"action", step.action}});
    }
    say(stdout, "{}\n", write_json({{"dryRun", dry_run}, {"steps", list}}));
    return;
  }
  for (const auto& step : steps) {
    say(stdout, "{:<10} {:<10} {}\n", step.what, step.action, step.path.string());
  }
  if (dry_run) say(stdout, "Nothing was changed (--dry-run).\n");
}

}  // namespace tagtrail::host
