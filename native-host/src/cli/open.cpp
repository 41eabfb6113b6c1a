// `tagtrail open`: what came in, in the user's browser.
#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "cli/commands.hpp"
#include "command_line/report_failure.hpp"
#include "job/desktop.hpp"
#include "job/shown_page.hpp"
#include "system/say.hpp"

namespace tagtrail::host {
namespace {

struct OpenArguments {
  std::string job;
  bool print = false;
  bool json = false;
};

/// The page, which `--print` only names.
Expected<ShownPage> open_page(const OpenArguments& arguments, const CommandContext& context) {
  const ShownPage page = TRY(page_to_show(arguments.job, context.program));
  if (!page.trouble.empty()) {
    say(stderr, "tagtrail: the page is as it was before: {}\n", page.trouble);
  }
  if (arguments.print) return page;
  const auto opened = open_by_desktop(page.file);
  if (opened) return page;
  return fail(opened.error().code,
              fmt::format("{}; the page is {}", opened.error().message, page.file.string()));
}

int run(const OpenArguments& arguments, const CommandContext& context) {
  const auto page = open_page(arguments, context);
  if (!page) return report_failure(page.error());
  if (arguments.json) {
    const bool is_job = page->jobs == 0;
    nlohmann::ordered_json json = {{is_job ? "job" : "folder", arguments.job},
                                   {"page", page->file.string()},
                                   {"running", page->running},
                                   {"current", !page->running && page->trouble.empty()},
                                   {"opened", !arguments.print}};
    if (!is_job) json["jobs"] = page->jobs;
    say(stdout, "{}\n",
        json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
  } else if (arguments.print) {
    say(stdout, "{}\n", page->file.string());
  }
  return exit_code::kDone;
}

}  // namespace

void add_open(CLI::App& app, CommandContext& context) {
  auto* command = app.add_subcommand("open", "show what came in, in your browser");
  auto arguments = std::make_shared<OpenArguments>();
  command
      ->add_option("JOB", arguments->job, "job folder, or a folder with jobs; jobs may be running")
      ->required();
  command->add_flag("--print", arguments->print, "only say where the page is");
  command->add_flag("--json", arguments->json, "one JSON object on standard output");
  command->footer(
      "Opens index.html of the folder: its files with previews, the sections of the site, and "
      "what\n"
      "was left out. The page is written anew first if the job has changed since. Of a folder "
      "with\n"
      "jobs it is one page that lists them and searches in all their tables.\n"
      "Examples:\n"
      "  tagtrail open harvest-example.org\n"
      "  tagtrail open portals");
  command->callback([arguments, &context] { context.exit_code = run(*arguments, context); });
}

}  // namespace tagtrail::host
