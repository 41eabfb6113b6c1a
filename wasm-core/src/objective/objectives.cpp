#include "objective/content.hpp"
#include "objective/data_files.hpp"
#include "objective/forms.hpp"
#include "objective/markup.hpp"
#include "tagtrail/http_status.hpp"
#include "tagtrail/mime.hpp"
#include "tagtrail/objective.hpp"

namespace tagtrail {

const std::vector<ObjectiveInfo>& objectives() {
  static const std::vector<ObjectiveInfo> all{kDataFiles, kStatistics, kMarkup, kForms, kContent};
  return all;
}

bool brings_content(const Response& response) {
  const bool waits = is_pending(response.status) && !is_html(response.mime);
  return response.error == FetchError::none && has_content(response.status) && !waits &&
         response.mime != kEmptyMime;
}

const ObjectiveInfo* find_objective(std::string_view name) {
  for (const ObjectiveInfo& info : objectives()) {
    if (info.name == name) return &info;
  }
  return nullptr;
}

std::string objective_names() {
  std::string names;
  for (const ObjectiveInfo& info : objectives()) {
    names.append(names.empty() ? "" : ", ").append(info.name);
  }
  return names;
}

const ObjectiveInfo& objective_of(const Config& config) {
  return *find_objective(config.objective);
}

TargetSet wanted_files(const Config& config) {
  return objective_of(config).of_pages ? TargetSet{} : *TargetSet::parse(config.targets);
}

}  // namespace tagtrail
