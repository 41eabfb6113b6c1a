// `tagtrail report`: one self-contained page from results of a lab, or from a job folder.
#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "command_line/report_failure.hpp"
#include "commands/commands.hpp"
#include "export/page/job_page.hpp"
#include "export/page/page_template.hpp"
#include "search/table_list.hpp"
#include "store/own_files.hpp"
#include "studies/report_data.hpp"
#include "system/atomic_file.hpp"
#include "system/say.hpp"
#include "system/system_failure.hpp"

namespace tagtrail::host {
namespace {

struct ReportArguments {
  std::vector<std::string> inputs;
  std::string output;
};

namespace fs = std::filesystem;

/// The way from the page to the job's folder, as a link.
Expected<std::string> way_to(const fs::path& job, const fs::path& output) {
  std::error_code error;
  const fs::path folder = fs::canonical(job, error);
  const fs::path from = fs::weakly_canonical(fs::absolute(output).parent_path(), error);
  if (error) return system_failure(error.value(), job.string());
  const fs::path way = folder.lexically_relative(from);
  return way == "." ? std::string() : link_of(way.string()) + "/";
}

Expected<std::string> job_report(const fs::path& dir, const fs::path& output,
                                 const fs::path& program) {
  const auto job = TRY(JobReader::open(dir));
  return job_page(job, TRY(read_page_template(program, kJobTemplate)), TRY(way_to(dir, output)),
                  tables_of_job(dir));
}

Expected<std::string> results_report(const std::vector<std::string>& inputs,
                                     const fs::path& program) {
  const auto page = TRY(read_page_template(program, "report.html"));
  const auto results = TRY(load_results({inputs.begin(), inputs.end()}));
  if (results.bad_lines > 0) {
    say(stderr, "tagtrail: {} lines are not results and were skipped\n", results.bad_lines);
  }
  if (results.records.empty()) {
    return fail(ErrorCode::invalid_data, inputs.front() + " holds no results of a lab");
  }
  return fill_report(page, lab_report(results));
}

Expected<void> write_report(const ReportArguments& arguments, const fs::path& program) {
  TRY(refuse_job_data(arguments.output));
  std::error_code ignored;
  const auto& inputs = arguments.inputs;
  const bool is_job = inputs.size() == 1 && fs::is_directory(inputs.front(), ignored);
  const std::string page = TRY(is_job ? job_report(inputs.front(), arguments.output, program)
                                      : results_report(inputs, program));
  auto file = AtomicFile::create(arguments.output, kUsersFile);
  if (!file) {
    return fail(file.error().code, "can't write the page: " + file.error().message);
  }
  TRY(file->write(page));
  return file->publish();
}

int run(const ReportArguments& arguments, const CommandContext& context) {
  const auto written = write_report(arguments, context.program);
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
  command->footer(
      "The page of a job leads to its files where they are: moved elsewhere, it needs the folder\n"
      "beside it as before.\n"
      "Examples:\n"
      "  tagtrail report results.jsonl -o report.html\n"
      "  tagtrail report harvest-example.org -o example.html");
  command->callback([arguments, &context] { context.exit_code = run(*arguments, context); });
}

}  // namespace tagtrail::host
