#include "job/commands/commands.hpp"

#include "job/call_fields.hpp"
#include "job/recipe.hpp"
#include "job/status_json.hpp"
#include "tagtrail/protocol.hpp"

namespace tagtrail::host {
namespace {

namespace call = protocol::call;

using RunnerCall = Expected<Json> (*)(JobRunner& runner, const Json& message);

Expected<Json> job_control(JobRunner& runner, const Json& message) {
  std::string action;
  TRY(read_text(message, "action", action));
  return runner.control(action);
}

struct Entry {
  std::string_view name;
  RunnerCall serve;
};

constexpr Entry kCalls[] = {
    {call::kJobControl, job_control},
    {call::kFetchHead,
     [](JobRunner& runner, const Json& message) {
       return runner.serve_fetch(call::kFetchHead, message);
     }},
    {call::kFetchData,
     [](JobRunner& runner, const Json& message) {
       return runner.serve_fetch(call::kFetchData, message);
     }},
    {call::kJobSet, job_set},
    {call::kJobTeach, job_teach},
    {call::kJobGroups,
     [](JobRunner& runner, const Json&) -> Expected<Json> {
       const auto groups = TRY(runner.groups(kShownGroups));
       return Json{{"groups", link_groups_json(groups, kShownGroups)}};
     }},
    {call::kJobRecipe,
     [](JobRunner& runner, const Json&) -> Expected<Json> {
       const auto groups = TRY(runner.groups(kRecipeGroups));
       return Json{{"recipe", recipe_json(runner.config(), runner.options(), groups)}};
     }},
    {call::kJobFiles, [](JobRunner& runner,
                         const Json& message) { return job_files(runner.status().dir, message); }},
    {call::kJobShow,
     [](JobRunner& runner, const Json& message) {
       // Who looks during the run sees what came until now.
       if (message.value("as", Json()) == "page") runner.renew_page();
       return job_show(runner.status().dir, message);
     }},
};

/// Serves `call` for messages about the job `ours`.
JobCall about(const std::string& ours, JobCall call) {
  return [ours, call = std::move(call)](const Json& message) -> Expected<Json> {
    std::string job;
    TRY(read_text(message, "job", job));
    if (job != ours) return fail(ErrorCode::not_found, "there is no such job here");
    return call(message);
  };
}

/// Every name answers with this error.
JobCalls refusing_calls(const char* why) {
  JobCalls calls;
  for (const Entry& entry : kCalls) {
    calls.emplace(entry.name, [why](const Json& /*message*/) -> Expected<Json> {
      return fail(ErrorCode::not_found, why);
    });
  }
  return calls;
}

}  // namespace

JobCalls running_calls(JobRunner& runner) {
  JobCalls calls;
  for (const Entry& entry : kCalls) {
    calls.emplace(entry.name,
                  about(runner.status().job, [&runner, serve = entry.serve](const Json& message) {
                    return serve(runner, message);
                  }));
  }
  return calls;
}

JobCalls ended_calls(JobRunner& runner) {
  JobCalls calls = refusing_calls("the job has ended; start it again first");
  const JobStatus& status = runner.status();
  const std::filesystem::path dir = status.dir;
  const auto groups = runner.groups(kRecipeGroups).value_or(std::vector<LinkGroup>{});
  const auto tell = [&](std::string_view name, Json answer) {
    calls[std::string(name)] = about(
        status.job,
        [answer = std::move(answer)](const Json& /*message*/) -> Expected<Json> { return answer; });
  };
  tell(call::kJobGroups, {{"groups", link_groups_json(groups, kShownGroups)}});
  tell(call::kJobRecipe, {{"recipe", recipe_json(runner.config(), runner.options(), groups)}});
  calls[std::string(call::kJobFiles)] =
      about(status.job, [dir](const Json& message) { return job_files(dir, message); });
  calls[std::string(call::kJobShow)] =
      about(status.job, [dir](const Json& message) { return job_show(dir, message); });
  return calls;
}

JobCalls jobless_calls() { return refusing_calls("no job is running"); }

}  // namespace tagtrail::host
