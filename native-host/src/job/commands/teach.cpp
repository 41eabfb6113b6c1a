// job.teach: the user's word about a group of links, or for one link.
#include "job/commands/commands.hpp"
#include "job/status_json.hpp"

namespace tagtrail::host {

Expected<Json> job_teach(JobRunner& runner, const Json& message) {
  const auto given = message.find("feedback");
  if (given == message.end() || !given->is_object()) {
    return fail(ErrorCode::invalid_argument, "'feedback' is missing");
  }
  TRY(runner.teach(TRY(feedback_from_json(*given))));
  const auto groups = TRY(runner.groups(kShownGroups));
  return Json{{"groups", link_groups_json(groups, kShownGroups)}};
}

}  // namespace tagtrail::host
