// `tagtrail verify`: whether a job folder is whole.
#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "cli/commands.hpp"
#include "command_line/report_failure.hpp"
#include "export/verify_job.hpp"
#include "system/say.hpp"

namespace tagtrail::host {
namespace {

struct VerifyArguments {
  std::string job;
  bool json = false;
};

void print_json(const VerifyArguments& arguments, const JobVerdict& verdict, int code) {
  nlohmann::ordered_json faults = nlohmann::ordered_json::array();
  for (const JobFault& fault : verdict.faults) {
    faults.push_back({{"kind", to_string(fault.kind)},
                      {"path", fault.path},
                      {"url", fault.url},
                      {"detail", fault.detail}});
  }
  const nlohmann::ordered_json json = {{"job", arguments.job},
                                       {"exit", code},
                                       {"files", verdict.files},
                                       {"bytes", verdict.bytes},
                                       {"records", verdict.records},
                                       {"manifestChecked", verdict.manifest_checked},
                                       {"rowsChecked", verdict.rows_checked},
                                       {"faultCount", verdict.fault_count},
                                       {"faults", std::move(faults)}};
  say(stdout, "{}\n", json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
}

void print_text(const JobVerdict& verdict) {
  for (const JobFault& fault : verdict.faults) {
    const std::string url = fault.url.empty() ? "" : fmt::format(" ({})", fault.url);
    say(stdout, "{}: {}\n", to_string(fault.kind),
        terminal_line(fmt::format("{} {}{}", fault.path, fault.detail, url)));
  }
  if (verdict.fault_count > verdict.faults.size()) {
    say(stdout, "and {} more\n", verdict.fault_count - verdict.faults.size());
  }
  const std::string records =
      verdict.records == 0 ? "" : fmt::format(", {} WARC records", verdict.records);
  say(stdout, "{} files, {} bytes{}: {}\n", verdict.files, verdict.bytes, records,
      verdict.fault_count == 0 ? "whole" : fmt::format("{} faults", verdict.fault_count));
  if (!verdict.manifest_checked) {
    say(stderr,
        "tagtrail: the job did not end properly, or an earlier Tagtrail wrote it; its manifest was "
        "not "
        "compared\n");
  }
  if (!verdict.rows_checked && verdict.fault_count == 0) {
    say(stderr,
        "tagtrail: an earlier Tagtrail wrote the job, without sums of its rows: a row that was "
        "changed may not have been seen; harvest it again, and it gets them\n");
  }
}

int run(const VerifyArguments& arguments) {
  const auto verdict = verify_job(arguments.job);
  if (!verdict) return report_failure(verdict.error());
  const int code = verdict->fault_count == 0 ? exit_code::kDone : exit_code::kSomeFailed;
  if (arguments.json) {
    print_json(arguments, *verdict, code);
  } else {
    print_text(*verdict);
  }
  return code;
}

}  // namespace

void add_verify(CLI::App& app, CommandContext& context) {
  auto* command = app.add_subcommand("verify", "check that a job folder is whole");
  auto arguments = std::make_shared<VerifyArguments>();
  command->add_option("JOB", arguments->job, "job folder; the job may be running")->required();
  command->add_flag("--json", arguments->json, "one JSON object on standard output");
  command->footer(
      "Reads every file of the job and compares it with its size and SHA-256; reads every\n"
      "record of its archive, every row of job.db and every line of crawl.log; finds files that "
      "no\n"
      "row lists, and a manifest or a page that are not as they were. Changes nothing.\n"
      "Exit codes: 0 whole, 1 something is not as it should be, 3 no job could be read.\n"
      "Example:\n"
      "  tagtrail verify harvest-example.org");
  command->callback([arguments, &context] { context.exit_code = run(*arguments); });
}

}  // namespace tagtrail::host
