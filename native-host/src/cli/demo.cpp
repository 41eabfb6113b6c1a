// `tagtrail demo`: serves the bundled demo site on loopback, harvests it through the extension in a
// headless browser, and checks what was found against the list of what is there.
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <memory>

#include "cli/commands.hpp"
#include "cli/harvest_run.hpp"
#include "command_line/report_failure.hpp"
#include "demo/demo_check.hpp"
#include "demo/demo_site.hpp"
#include "serve/loopback_server.hpp"
#include "system/say.hpp"

namespace tagtrail::host {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kShownLines = 20;

void print_lines(std::string_view kind, const std::vector<std::string>& lines) {
  for (std::size_t i = 0; i < std::min(lines.size(), kShownLines); ++i) {
    say(stdout, "  {}: {}\n", kind, lines[i]);
  }
  if (lines.size() > kShownLines) {
    say(stdout, "  {}: and {} more\n", kind, lines.size() - kShownLines);
  }
}

void print_check(const DemoCheck& check) {
  say(stdout, "Against the list of what the site holds:\n");
  for (const char* name : {"plain", "extensionless", "javascript"}) {
    const auto group = check.groups.find(name);
    if (group == check.groups.end()) continue;
    const auto [expected, found] = group->second;
    say(stdout, "{:<14} {} of {} found, {} missing\n", name, found, expected, expected - found);
  }
  say(stdout, "{:<14} {}\n{:<14} {}\n", "unexpected", check.unexpected.size(), "wrong",
      check.wrong.size());
  print_lines("missing", check.missing);
  print_lines("unexpected", check.unexpected);
  print_lines("wrong", check.wrong);
}

/// A folder for a demo without one. Errors: io.
Expected<std::string> temporary_job() {
  std::string name = (fs::temp_directory_path() / "tagtrail-demo-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) return fail(ErrorCode::io, "no temporary folder");
  return name;
}

Expected<int> demonstrate(HarvestArguments& arguments, const CommandContext& context) {
  const auto site = TRY(DemoSite::find(context.program));
  const auto server = TRY(LoopbackServer::start(
      [&site](std::string_view target, bool head_only) { return site.answer(target, head_only); }));
  arguments.url = server.url();
  arguments.request.delay_ms = 0;
  arguments.request.allow_private = true;
  if (arguments.request.out.empty()) arguments.request.out = TRY(temporary_job());
  TRY(resolve(arguments));
  say(stdout, "A demo site of a statistics office is served at {}.\n", arguments.url);
  say(stdout,
      "Harvesting it with headless Chromium and the extension; the engine is WebAssembly.\n");
  std::fflush(stdout);
  const int code = run_harvest(arguments, context);
  if (code != exit_code::kDone) return code;
  const auto check = TRY(check_demo_job(arguments.request.out, site.list()));
  print_check(check);
  return check.is_right() ? exit_code::kDone : exit_code::kSomeFailed;
}

int run_demo(HarvestArguments arguments, const CommandContext& context) {
  const auto code = demonstrate(arguments, context);
  return code ? *code : report_failure(code.error());
}

}  // namespace

void add_demo(CLI::App& app, CommandContext& context) {
  auto* command = app.add_subcommand("demo", "harvest a bundled site, to see it working");
  auto arguments = std::make_shared<HarvestArguments>();
  command->add_option("--out", arguments->request.out, "job folder; by default a temporary one");
  command->add_option("--browser", arguments->request.browser, "auto or always")
      ->capture_default_str();
  command->add_flag("--json", arguments->request.json, "print the harvest's JSON object");
  command->callback([arguments, &context] { context.exit_code = run_demo(*arguments, context); });
}

}  // namespace tagtrail::host
