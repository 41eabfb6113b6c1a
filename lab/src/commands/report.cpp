// `tagtrail report`: one self-contained page from results of a lab, or from a job folder.
#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "command_line/report_failure.hpp"
#include "commands/commands.hpp"
#include "store/own_files.hpp"
#include "studies/find_template.hpp"
#include "studies/report_data.hpp"
#include "system/atomic_file.hpp"
#include "system/say.hpp"

namespace tagtrail::host {
namespace {

struct ReportArguments {
  std::vector<std::string> inputs;
  std::string output;
};

Expected<nlohmann::ordered_json> read_inputs(const std::vector<std::string>& inputs) {
  std::error_code error;
  if (inputs.size() == 1 && std::filesystem::is_directory(inputs.front(), error)) {
    return job_report(inputs.front());
  }
  const auto results = TRY(load_results({inputs.begin(), inputs.end()}));
  if (results.bad_lines > 0) {
    say(stderr, "tagtrail: {} lines are not results and were skipped\n", results.bad_lines);
  }
  if (results.records.empty()) {
    return fail(ErrorCode::invalid_data, inputs.front() + " holds no results of a lab");
  }
  return lab_report(results);
}

int write_report(const ReportArguments& arguments, const CommandContext& context) {
  if (const auto free = refuse_job_data(arguments.output); !free) {
    return report_failure(free.error());
  }
  const auto page = read_template(context.program);
  if (!page) return report_failure(page.error());
  const auto data = read_inputs(arguments.inputs);
  if (!data) return report_failure(data.error());
  const auto filled = fill_report(*page, *data);
  if (!filled) return report_failure(filled.error());
  auto file = AtomicFile::create(arguments.output, kUsersFile);
  if (!file) {
    const Error& error = file.error();
    return report_failure({error.code, "can't write the page: " + error.message});
  }
  auto written = file->write(*filled);
  if (written) written = file->publish();
  if (!written) return report_failure(written.error());
  say(stdout, "{}\n", arguments.output);
  return exit_code::kDone;
}

}  // namespace

void add_report(CLI::App& app, CommandContext& context) {
  auto* command =
      app.add_subcommand("report", "a page with the curves and tables of a lab or a job");
  auto arguments = std::make_shared<ReportArguments>();
  command
      ->add_option("INPUT", arguments->inputs,
                   "results of a lab (several are joined), or a job folder")
      ->required();
  command->add_option("-o,--out", arguments->output, "the page")->required();
  command->footer("Example:\n  tagtrail report results.jsonl -o report.html");
  command->callback(
      [arguments, &context] { context.exit_code = write_report(*arguments, context); });
}

}  // namespace tagtrail::host
