#include "job/status_json.hpp"

#include "tagtrail/decision_json.hpp"
#include "tagtrail/tag_path.hpp"

namespace tagtrail::host {

Json job_info_json(const JobStatus& status, const Config& config) {
  return {{"job", status.job},
          {"seedUrl", status.seed_url},
          {"dir", status.dir},
          {"state", status.state.state},
          {"config", Json::parse(config_to_json(config), nullptr, false)}};
}

Json job_progress_json(const JobStatus& status) {
  Json files = Json::array();
  for (const TargetRow& file : status.newest) {
    files.push_back({{"name", file.name},
                     {"path", file.path},
                     {"mime", file.mime},
                     {"bytes", file.bytes},
                     {"url", file.url},
                     {"page", file.page}});
  }
  Json current = nullptr;
  if (status.current) {
    current = {{"url", status.current->url},
               {"purpose", to_string(status.current->purpose)},
               {"tagPath", readable_tag_path(status.current->tag_path)},
               {"words", status.current->reason.words}};
  }
  return {{"job", status.job},
          {"state", status.state.state},
          {"reason", status.state.reason},
          {"progress", progress_to_json(status.progress)},
          {"files", files},
          {"current", current}};
}

}  // namespace tagtrail::host
