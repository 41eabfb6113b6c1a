// job.set: another delay or other limits while the job runs.
#include "job/call_fields.hpp"
#include "job/commands/commands.hpp"
#include "job/status_json.hpp"

namespace tagtrail::host {
namespace {

/// Null: without limit.
Expected<void> read_limit(const Json& message, const char* name, std::uint64_t& limit) {
  const auto member = message.find(name);
  if (member == message.end() || !member->is_null()) return read_number(message, name, limit);
  limit = Budget::kUnlimited;
  return {};
}

}  // namespace

Expected<Json> job_set(JobRunner& runner, const Json& message) {
  Budget budget = runner.config().budget;
  std::uint64_t delay = runner.status().delay_ms;
  TRY(read_number(message, "delayMs", delay));
  TRY(read_limit(message, "maxRequests", budget.requests));
  TRY(read_limit(message, "maxBytes", budget.bytes));
  TRY(read_limit(message, "maxTimeMs", budget.time_ms));
  if (delay > kMaxDelayMs) {
    return fail(ErrorCode::invalid_argument, "'delayMs' is over an hour");
  }
  TRY(runner.set_limits(budget, std::chrono::milliseconds(delay)));
  return Json{{"limits", job_limits_json(runner.status())}};
}

}  // namespace tagtrail::host
