// `tagtrail open`: what came in, in the user's browser.
#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "cli/commands.hpp"
#include "command_line/report_failure.hpp"
#include "export/page/job_page.hpp"
#include "job/desktop.hpp"
#include "store/folder_lock.hpp"
#include "store/job_folder.hpp"
#include "system/say.hpp"

namespace tagtrail::host {
namespace {

namespace fs = std::filesystem;

struct OpenArguments {
  std::string job;
  bool print = false;
  bool json = false;
};

struct Opened {
  fs::path page;
  bool running = false;
  bool shown = false;
};

/// A batch is a folder of jobs, for which people may take it.
Expected<void> check_is_job(const fs::path& dir) {
  std::error_code ignored;
  if (!fs::exists(dir / folder::kDatabase, ignored) && fs::exists(dir / "batch.jsonl", ignored)) {
    return fail(ErrorCode::not_found,
                fmt::format("{} holds a batch: name the folder of one of its sites", dir.string()));
  }
  TRY(JobReader::open(dir));
  return {};
}

bool has_page(const fs::path& dir) {
  std::error_code ignored;
  return fs::exists(dir / folder::kPage, ignored) && is_page_ours(dir).value_or(false);
}

/// Its owner writes the page of a job that runs. Returns whether it does.
Expected<bool> renew_page(const fs::path& dir, const fs::path& program) {
  const auto lock = FolderLock::acquire(dir);
  if (!lock && lock.error().code == ErrorCode::busy) {
    if (has_page(dir)) return true;
    return fail(ErrorCode::busy,
                fmt::format("{} is running and has no page yet: the first comes after a minute",
                            dir.string()));
  }
  auto written = lock ? write_job_page(dir, program) : tl::unexpected<Error>(lock.error());
  if (written) return false;
  if (!has_page(dir)) return tl::unexpected(std::move(written).error());
  say(stderr, "tagtrail: the page is as it was before: {}\n", written.error().message);
  return false;
}

Expected<Opened> open_page(const OpenArguments& arguments, const fs::path& program) {
  const fs::path dir = arguments.job;
  TRY(check_is_job(dir));
  Opened opened;
  opened.running = TRY(renew_page(dir, program));
  std::error_code error;
  opened.page = fs::canonical(dir, error) / folder::kPage;
  if (arguments.print) return opened;
  const auto shown = open_by_desktop(opened.page);
  if (!shown) {
    return fail(shown.error().code,
                fmt::format("{}; the page is {}", shown.error().message, opened.page.string()));
  }
  opened.shown = true;
  return opened;
}

int run(const OpenArguments& arguments, const CommandContext& context) {
  const auto opened = open_page(arguments, context.program);
  if (!opened) return report_failure(opened.error());
  if (arguments.json) {
    const nlohmann::ordered_json json = {{"job", arguments.job},
                                         {"page", opened->page.string()},
                                         {"running", opened->running},
                                         {"opened", opened->shown}};
    say(stdout, "{}\n",
        json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
  } else if (arguments.print) {
    say(stdout, "{}\n", opened->page.string());
  }
  return exit_code::kDone;
}

}  // namespace

void add_open(CLI::App& app, CommandContext& context) {
  auto* command = app.add_subcommand("open", "show what came in, in your browser");
  auto arguments = std::make_shared<OpenArguments>();
  command->add_option("JOB", arguments->job, "job folder; the job may be running")->required();
  command->add_flag("--print", arguments->print, "only say where the page is");
  command->add_flag("--json", arguments->json, "one JSON object on standard output");
  command->footer(
      "Opens index.html of the folder: its files with previews, the sections of the site, and "
      "what\n"
      "was left out. The page is written anew first if the job has changed since.\n"
      "Example:\n"
      "  tagtrail open harvest-example.org");
  command->callback([arguments, &context] { context.exit_code = run(*arguments, context); });
}

}  // namespace tagtrail::host
