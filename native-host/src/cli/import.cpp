// `tagtrail import`: makes a replica of a recorded site.
#include <fmt/format.h>
#include <unistd.h>

#include <memory>

#include "cli/commands.hpp"
#include "cli/failure.hpp"
#include "replay/import_folder.hpp"

namespace tagtrail::host {
namespace {

struct ImportArguments {
  ImportOptions options;
  std::string source;
  std::string output;
};

void show_progress(std::string_view what, std::size_t count) {
  if (isatty(STDERR_FILENO) != 0) fmt::print(stderr, "\r{} {}    ", count, what);
}

int run_import(ImportArguments arguments) {
  arguments.options.folder = arguments.source;
  arguments.options.output = arguments.output;
  const auto summary = import_folder(arguments.options, show_progress);
  if (isatty(STDERR_FILENO) != 0) fmt::print(stderr, "\r");
  if (!summary) return report_failure(summary.error());
  fmt::print(
      "{}: {} files; a full crawl meets {} URLs: {} answer ({} pages, {} redirects), {} are dead\n",
      arguments.output, summary->files, summary->reachable, summary->answering, summary->pages,
      summary->redirects, summary->dead);
  return 0;
}

}  // namespace

void add_import(CLI::App& app, CommandContext& context) {
  auto* command = app.add_subcommand("import", "make a replica of a recorded site, for replay");
  auto arguments = std::make_shared<ImportArguments>();
  command->add_option("SOURCE", arguments->source, "folder that holds the site's files")
      ->required();
  command->add_option("-o,--output", arguments->output, "the replica to write: NAME.replica")
      ->required();
  command
      ->add_option("--base", arguments->options.base, "URL at which the folder's root was served")
      ->required();
  command->add_option("--start", arguments->options.start, "start page, relative to the base")
      ->capture_default_str();
  command->add_flag("--clean-urls", arguments->options.clean_urls, "NAME serves NAME.html");
  command->footer(
      "Example:\n  tagtrail import site/ --base https://example.org/ -o example.replica");
  command->callback([arguments, &context] { context.exit_code = run_import(*arguments); });
}

}  // namespace tagtrail::host
