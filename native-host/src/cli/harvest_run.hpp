// Runs a harvest from the command line, with or without a browser, showing its progress.
#pragma once

#include <memory>
#include <nlohmann/json_fwd.hpp>

#include "cli/commands.hpp"
#include "job/asked_job.hpp"
#include "job/runner.hpp"

namespace tagtrail::host {

struct HarvestArguments {
  std::string url;
  JobRequest request;
  AskedJob job;  ///< once resolved
};

/// Checks what was asked for, and names the job folder after the host where it has no name. Errors:
/// invalid_argument, invalid_url, naming the option.
Expected<void> resolve(HarvestArguments& arguments);

/// Of a harvest that did not begin: the error as text, and with --json as an object, too. Returns
/// the exit code.
int report_no_harvest(const HarvestArguments& arguments, const Error& error);

/// The browser that a harvest wants, to be started by its run; null: none. The logins that the
/// environment has are then not in it any more. `runner` is borrowed. Errors: missing_dependency;
/// those of the listener.
Expected<std::unique_ptr<ExtensionLink>> make_link(const HarvestArguments& arguments,
                                                   const CommandContext& context,
                                                   JobRunner& runner);

void print_json(const nlohmann::ordered_json& json);

/// Runs a resolved harvest to its end. Returns the exit code; prints progress, and the result as
/// text or JSON.
int run_harvest(const HarvestArguments& arguments, const CommandContext& context);

}  // namespace tagtrail::host
