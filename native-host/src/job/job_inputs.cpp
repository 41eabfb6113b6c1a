#include "job/job_inputs.hpp"

#include "tagtrail/suspects.hpp"

namespace tagtrail::host {
namespace {

constexpr const char* kRoundBegan = "atMs";

Json json_of(const JobInput& input) { return Json::parse(input.json, nullptr, false); }

}  // namespace

JobInput feedback_input(const JobStore& store, const Feedback& feedback, bool at_start) {
  return {JobInput::Kind::feedback, store.response_count(), at_start,
          feedback_to_json(feedback).dump()};
}

Expected<std::vector<JobInput>> record_budgets(JobStore& store, const Budget& before,
                                               const Budget& after) {
  std::vector<JobInput> inputs;
  const Json old_one = budget_to_json(before);
  const Json new_one = budget_to_json(after);
  if (old_one == new_one) return inputs;
  for (const Json& budget : {old_one, new_one}) {
    inputs.push_back({JobInput::Kind::budget, store.response_count(), false, budget.dump()});
  }
  TRY(store.add_inputs(inputs));
  return inputs;
}

Expected<void> record_round(JobStore& store, const Budget& before, const Budget& budget,
                            std::uint64_t began_ms) {
  const std::uint64_t responses = store.response_count();
  const Json round = {{"budget", budget_to_json(budget)}, {kRoundBegan, began_ms}};
  // First: a round that was begun goes on, whoever starts the job.
  TRY(store.set_state({"running", ""}));
  TRY(store.add_inputs({{JobInput::Kind::budget, responses, false, budget_to_json(before).dump()},
                        {JobInput::Kind::revisit, responses, false, round.dump()}}));
  return {};
}

Expected<std::uint64_t> round_began_ms(const JobStore& store) {
  std::uint64_t began_ms = 0;
  const auto inputs = TRY(store.inputs(0));
  for (const JobInput& input : inputs) {
    if (input.kind != JobInput::Kind::revisit) continue;
    const Json json = json_of(input);
    const auto began = json.is_object() ? json.find(kRoundBegan) : json.end();
    if (began != json.end() && began->is_number_unsigned()) began_ms = began->get<std::uint64_t>();
  }
  return began_ms;
}

Expected<Config> first_config(const JobStore& store, Config config) {
  const auto inputs = TRY(store.inputs(0));
  for (const JobInput& input : inputs) {
    if (input.kind != JobInput::Kind::budget) continue;
    config.budget = TRY(budget_from_json(json_of(input)));
    break;
  }
  return config;
}

Expected<bool> allows_acting(const JobStore& store, const std::string& url) {
  const std::string shape = link_shape(url);
  bool all = false;
  bool like = false;
  const auto inputs = TRY(store.inputs(0));
  for (const JobInput& input : inputs) {
    if (input.kind != JobInput::Kind::feedback) continue;
    const auto word = TRY(feedback_from_json(json_of(input)));
    const bool allow = word.word == Word::allow;
    if ((!allow && word.word != Word::forbid) || !word.tag_path.empty()) continue;
    if (word.url.empty()) {
      all = allow;
      like = like && allow;
    } else if (link_shape(word.url) == shape) {
      like = allow;
    }
  }
  return all || like;
}

Expected<void> tell_engine(EnginePort& engine, const JobInput& input) {
  const Json json = json_of(input);
  if (!json.is_object()) return fail(ErrorCode::invalid_data, "job.db: a damaged input");
  if (input.kind == JobInput::Kind::budget) return engine.set_budget(TRY(budget_from_json(json)));
  if (input.kind == JobInput::Kind::revisit) {
    return engine.revisit(TRY(budget_from_json(json.value("budget", Json()))));
  }
  return engine.teach(TRY(feedback_from_json(json)));
}

}  // namespace tagtrail::host
