#include "job/commands/commands.hpp"

#include "job/call_fields.hpp"
#include "job/status_json.hpp"
#include "tagtrail/protocol.hpp"

namespace tagtrail::host {
namespace {

namespace call = protocol::call;

using RunnerCall = Expected<Json> (*)(JobRunner& runner, const Json& message);

Expected<Json> job_status(JobRunner& runner, const Json&) {
  return job_progress_json(runner.status());
}

Expected<Json> job_control(JobRunner& runner, const Json& message) {
  std::string action;
  if (auto read = read_text(message, "action", action); !read) {
    return tl::unexpected(read.error());
  }
  return runner.control(action);
}

Expected<Json> fetch_head(JobRunner& runner, const Json& message) {
  return runner.serve_fetch(call::kFetchHead, message);
}

Expected<Json> fetch_data(JobRunner& runner, const Json& message) {
  return runner.serve_fetch(call::kFetchData, message);
}

struct Entry {
  std::string_view name;
  RunnerCall serve;
};

constexpr Entry kCalls[] = {
    {call::kJobStatus, job_status},
    {call::kJobControl, job_control},
    {call::kFetchHead, fetch_head},
    {call::kFetchData, fetch_data},
};

Expected<void> check_job(const Json& message, const std::string& ours) {
  std::string job;
  if (auto read = read_text(message, "job", job); !read) return read;
  if (job != ours) return fail(ErrorCode::not_found, "there is no such job here");
  return {};
}

}  // namespace

JobCalls running_calls(JobRunner& runner) {
  JobCalls calls;
  for (const Entry& entry : kCalls) {
    calls.emplace(entry.name,
                  [&runner, serve = entry.serve](const Json& message) -> Expected<Json> {
                    if (auto ours = check_job(message, runner.status().job); !ours) {
                      return tl::unexpected(ours.error());
                    }
                    return serve(runner, message);
                  });
  }
  return calls;
}

JobCalls jobless_calls() {
  JobCalls calls;
  for (const Entry& entry : kCalls) {
    calls.emplace(entry.name, [](const Json&) -> Expected<Json> {
      return fail(ErrorCode::not_found, "no job is running");
    });
  }
  return calls;
}

}  // namespace tagtrail::host
