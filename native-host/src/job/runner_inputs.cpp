// What the engine is told besides responses: the user's words and limits. They are recorded before
// the engine hears of them, and told again in their place by a replay.
#include <algorithm>
#include <array>

#include "job/runner.hpp"

namespace tagtrail::host {
namespace {

tl::unexpected<Error> has_ended() {
  return fail(ErrorCode::not_found, "the job has ended; start it again first");
}

JobInput feedback_input(const Feedback& feedback, std::uint64_t responses, bool at_start) {
  return {JobInput::Kind::feedback, responses, at_start, feedback_to_json(feedback).dump()};
}

constexpr const char* kRoundBegan = "atMs";

bool has_reached_its_end(const JobState& state) {
  static constexpr std::array kLimits{StopReason::max_requests, StopReason::max_bytes,
                                      StopReason::max_time};
  return state.state == "finished" ||
         (state.state == "stopped" &&
          std::any_of(kLimits.begin(), kLimits.end(),
                      [&](StopReason limit) { return state.reason == to_string(limit); }));
}

}  // namespace

Expected<void> JobRunner::record_start() {
  std::vector<JobInput> inputs;
  for (const Feedback& feedback : setup_.feedback) {
    inputs.push_back(feedback_input(feedback, store_->response_count(), true));
  }
  const auto added = TRY(store_->add_inputs(inputs));
  inputs_at_start_ = inputs_at_start_ || added > 0;
  return {};
}

/// The one before, too: a replay from the beginning starts with the first that is recorded.
Expected<std::vector<JobInput>> JobRunner::record_budgets(const Budget& before,
                                                          const Budget& after) {
  std::vector<JobInput> inputs;
  const Json old_one = budget_to_json(before);
  const Json new_one = budget_to_json(after);
  if (old_one == new_one) return inputs;
  for (const Json& budget : {old_one, new_one}) {
    inputs.push_back({JobInput::Kind::budget, store_->response_count(), false, budget.dump()});
  }
  TRY(store_->add_inputs(inputs));
  return inputs;
}

Expected<bool> JobRunner::begins_round() const {
  if (!setup_.revisit) return false;
  const auto state = TRY(store_->state());
  return has_reached_its_end(state);
}

/// The budget before is recorded as record_budgets() does it, the round with its own.
Expected<std::vector<JobInput>> JobRunner::record_round(const Budget& before,
                                                        const Budget& budget) {
  const std::uint64_t responses = store_->response_count();
  const Json round = {{"budget", budget_to_json(budget)}, {kRoundBegan, elapsed_before_ms_}};
  std::vector<JobInput> inputs{
      {JobInput::Kind::budget, responses, false, budget_to_json(before).dump()},
      {JobInput::Kind::revisit, responses, false, round.dump()}};
  // First: a round that was begun goes on, whoever starts the job.
  TRY(store_->set_state({"running", ""}));
  TRY(store_->add_inputs(inputs));
  return inputs;
}

Expected<void> JobRunner::read_round() {
  const auto inputs = TRY(store_->inputs(0));
  for (const JobInput& input : inputs) {
    if (input.kind != JobInput::Kind::revisit) continue;
    const Json json = Json::parse(input.json, nullptr, false);
    const auto began = json.is_object() ? json.find(kRoundBegan) : json.end();
    if (began != json.end() && began->is_number_unsigned()) {
      round_began_ms_ = began->get<std::uint64_t>();
    }
  }
  return {};
}

/// With which the engine began.
Expected<Config> JobRunner::first_config() const {
  Config config = setup_.config;
  const auto inputs = TRY(store_->inputs(0));
  for (const JobInput& input : inputs) {
    if (input.kind != JobInput::Kind::budget) continue;
    const auto budget = TRY(budget_from_json(Json::parse(input.json, nullptr, false)));
    config.budget = budget;
    break;
  }
  return config;
}

Expected<void> JobRunner::tell_engine(const JobInput& input) {
  const Json json = Json::parse(input.json, nullptr, false);
  if (!json.is_object()) return fail(ErrorCode::invalid_data, "job.db: a damaged input");
  if (input.kind == JobInput::Kind::budget) {
    const auto budget = budget_from_json(json);
    return budget ? engine_->set_budget(*budget) : tl::unexpected(budget.error());
  }
  if (input.kind == JobInput::Kind::revisit) {
    const auto budget = budget_from_json(json.value("budget", Json()));
    return budget ? engine_->revisit(*budget) : tl::unexpected(budget.error());
  }
  const auto feedback = feedback_from_json(json);
  return feedback ? engine_->teach(*feedback) : tl::unexpected(feedback.error());
}

Expected<void> JobRunner::tell_recorded(const std::vector<JobInput>& inputs) {
  // An engine that is not there will be told by its replay.
  if (!engine_open_ || engine_lost_) return {};
  engine_waits_ = false;
  auto heard = deliver();
  for (const JobInput& input : inputs) {
    if (heard) heard = tell_engine(input);
  }
  if (heard || heard.error().code != ErrorCode::disconnected) return heard;
  engine_lost_ = true;
  return {};
}

Expected<void> JobRunner::teach(const Feedback& feedback) {
  if (ended_) return has_ended();
  TRY(validate(feedback));
  const std::vector<JobInput> inputs{feedback_input(feedback, store_->response_count(), false)};
  TRY(store_->add_inputs(inputs));
  return tell_recorded(inputs);
}

Expected<std::vector<LinkGroup>> JobRunner::groups(std::size_t limit) {
  if (!engine_open_ || engine_lost_) return std::vector<LinkGroup>{};
  auto groups = engine_->groups(limit);
  if (groups || groups.error().code != ErrorCode::disconnected) return groups;
  engine_lost_ = true;
  return std::vector<LinkGroup>{};
}

Expected<void> JobRunner::set_limits(const Budget& budget, std::chrono::milliseconds delay) {
  if (ended_) return has_ended();
  const auto inputs = TRY(record_budgets(setup_.config.budget, budget));
  const auto stored = TRY(store_->get(kEngineConfig));
  const auto config = TRY(with_budget(stored.value_or(""), budget));
  TRY(store_->set(kEngineConfig, config));
  setup_.config.budget = budget;
  setup_.options.delay = delay;
  if (politeness_) politeness_->set_delay(delay);
  status_.limits = budget;
  status_.delay_ms = static_cast<std::uint64_t>(delay.count());
  return tell_recorded(inputs);
}

}  // namespace tagtrail::host
