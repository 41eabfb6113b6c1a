#include "objective/data_files.hpp"
#include "tagtrail/objective.hpp"

namespace tagtrail {

const std::vector<ObjectiveInfo>& objectives() {
  static const std::vector<ObjectiveInfo> all{kDataFiles};
  return all;
}

const ObjectiveInfo* find_objective(std::string_view name) {
  for (const ObjectiveInfo& info : objectives()) {
    if (info.name == name) return &info;
  }
  return nullptr;
}

}  // namespace tagtrail
