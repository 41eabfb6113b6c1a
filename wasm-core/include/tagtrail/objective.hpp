// An objective says what a reward is: which answers are targets. One file an objective in
// src/objective/, found by name in one registry.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "tagtrail/config.hpp"
#include "tagtrail/exchange.hpp"
#include "tagtrail/oracle.hpp"

namespace tagtrail {

class Objective {
 public:
  virtual ~Objective() = default;
  /// The class of an answer with status 2xx; `url` is the canonical URL that answered.
  virtual UrlClass classify(const Response& response, std::string_view url) const = 0;
};

struct ObjectiveInfo {
  std::string_view name;
  std::string_view summary;
  Expected<std::unique_ptr<Objective>> (*make)(const Config&) = nullptr;
};

const std::vector<ObjectiveInfo>& objectives();
const ObjectiveInfo* find_objective(std::string_view name);

}  // namespace tagtrail
