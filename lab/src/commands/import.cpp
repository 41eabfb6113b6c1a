// `tagtrail import`: makes a replica of a recorded site.
#include <fmt/format.h>
#include <unistd.h>

#include <memory>

#include "command_line/report_failure.hpp"
#include "commands/commands.hpp"
#include "importers/import_source.hpp"
#include "store/own_files.hpp"
#include "system/say.hpp"

namespace tagtrail::host {
namespace {

struct ImportArguments {
  ImportRequest request;
  std::vector<std::string> sources;
  std::string output;
};

void show_progress(std::string_view what, std::size_t count) {
  if (isatty(STDERR_FILENO) != 0) say_over(stderr, "{} {}", count, what);
}

int run_import(ImportArguments arguments) {
  if (const auto free = refuse_job_data(arguments.output); !free) {
    return report_failure(free.error());
  }
  arguments.request.sources.assign(arguments.sources.begin(), arguments.sources.end());
  arguments.request.output = arguments.output;
  const auto summary = import_source(arguments.request, show_progress);
  if (isatty(STDERR_FILENO) != 0) say_over(stderr, "");
  if (!summary) return report_failure(summary.error());
  for (const std::string& note : summary->notes) say(stderr, "tagtrail: {}\n", note);
  const ImportSummary& counts = summary->counts;
  const std::string what = summary->kind == SourceKind::folder
                               ? fmt::format("{} files", counts.files)
                               : fmt::format("{} answers", summary->answers);
  say(stdout,
      "{}: {}; a full crawl meets {} URLs: {} answer ({} pages, {} redirects), {} are dead\n",
      arguments.output, what, counts.reachable, counts.answering, counts.pages, counts.redirects,
      counts.dead);
  return 0;
}

}  // namespace

void add_import(CLI::App& app, CommandContext& context) {
  auto* command = app.add_subcommand("import", "make a replica of a recorded site, for replay");
  auto arguments = std::make_shared<ImportArguments>();
  command
      ->add_option("SOURCE", arguments->sources,
                   "folder of the site's files, WARC files, a WACZ, a job folder, or a database of "
                   "the published kit")
      ->required();
  command->add_option("-o,--output", arguments->output, "the replica to write: NAME.replica")
      ->required();
  ImportRequest& request = arguments->request;
  command->add_option("--base", request.base, "of a folder: URL at which its root was served");
  command->add_option("--start", request.start,
                      "where crawls begin; by default index.html of a folder, else as recorded");
  command->add_flag("--clean-urls", request.clean_urls, "of a folder: NAME serves NAME.html");
  command->add_flag("--with-files", request.with_files,
                    "keep the bytes of files too, for harvest --replica");
  command->footer(
      "Examples:\n"
      "  tagtrail import site/ --base https://example.org/ -o example.replica\n"
      "  tagtrail import crawl-1.warc.gz crawl-2.warc.gz -o example.replica");
  command->callback([arguments, &context] { context.exit_code = run_import(*arguments); });
}

}  // namespace tagtrail::host
