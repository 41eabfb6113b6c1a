#include "job/job_settings.hpp"

#include <nlohmann/json.hpp>
#include <utility>

#include "tagtrail/mime.hpp"

namespace tagtrail::host {
namespace {

using Json = nlohmann::json;

Json json_of(const Config& config) { return Json::parse(config_to_json(config), nullptr, false); }

/// The same files were asked for then, perhaps spelled otherwise: `xyz` and `.xyz`.
bool same_targets(const Config& before, const Config& wanted) {
  const auto then = TargetSet::parse(before.targets);
  const auto now = TargetSet::parse(wanted.targets);
  return then && now && then->is_same_as(*now);
}

constexpr const char* kInFlight = "inFlight";

}  // namespace

Expected<OngoingSettings> settings_to_go_on(std::string_view stored, const Config& wanted,
                                            const NamedSettings& named) {
  // Members that came later have their old meaning by default.
  auto config = TRY(config_from_json(stored));
  const Json before = json_of(config);
  Config asked = wanted;
  asked.anthelion.decay = config.anthelion.decay;  // of the limit that it began with
  const Json asked_for = json_of(asked);
  // Jobs from before several requests in flight decided one by one, however many connections they
  // were given: only so do their responses lead to the same state again.
  const bool one_by_one = !Json::parse(stored, nullptr, false).contains(kInFlight);
  for (const auto& [name, value] : asked_for.items()) {
    const bool limit = name == "budget" || name == "earlyStopping" || name == "stopAt";
    // A job that decides on several ahead goes on so with any number of connections.
    // The engine is told of another rule (job_begin.cpp).
    const bool told = name == "acting" || name == "administration" ||
                      (name == "files" && wanted.files == "linked");
    // As does one that takes files on other hosts only from now on.
    const bool kept =
        name == kInFlight && (one_by_one || config.in_flight > 1 || config.files != wanted.files);
    const bool respelled = name == "targets" && same_targets(config, wanted);
    const Json then = before.value(name, Json(""));  // not written where it is empty
    if (limit || kept || told || respelled || !named.contains(name) || then == value) continue;
    // Users know it by the option that it follows from.
    const std::string shown = name == kInFlight ? "--connections: " + name : name;
    return fail(ErrorCode::invalid_argument,
                "holds a job with other settings (" + shown + " was " + then.dump() + ", now " +
                    value.dump() + "); use the same ones to continue, or another --out");
  }
  const Budget budget_before = std::exchange(config.budget, wanted.budget);
  config.early_stopping = wanted.early_stopping;
  config.stop_at = wanted.stop_at;
  Json after = json_of(config);
  const bool changed =
      after["earlyStopping"] != before["earlyStopping"] || after["stopAt"] != before["stopAt"];
  if (one_by_one) after.erase(kInFlight);
  return OngoingSettings{std::move(config), after.dump(), changed, budget_before};
}

Expected<std::string> with_budget(std::string_view stored, const Budget& budget) {
  Json json = Json::parse(stored, nullptr, false);
  if (!json.is_object()) return fail(ErrorCode::invalid_data, "the job's settings are damaged");
  json["budget"] = budget_to_json(budget);
  return json.dump();
}

}  // namespace tagtrail::host
