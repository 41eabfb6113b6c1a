#include "cli/steps_output.hpp"

#include <fmt/format.h>

#include "messaging/json_text.hpp"

namespace tagtrail::host {

void print_steps(const std::vector<InstallStep>& steps, bool dry_run, bool json) {
  if (json) {
    Json list = Json::array();
    for (const auto& step : steps) {
      list.push_back({{"what", step.what}, {"path", step.path.string()}, {"action", step.action}});
    }
    fmt::print("{}\n", write_json({{"dryRun", dry_run}, {"steps", list}}));
    return;
  }
  for (const auto& step : steps) {
    fmt::print("{:<10} {:<10} {}\n", step.what, step.action, step.path.string());
  }
  if (dry_run) fmt::print("Nothing was changed (--dry-run).\n");
}

}  // namespace tagtrail::host
