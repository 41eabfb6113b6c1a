// `tagtrail login`: a window of the browser with a profile of its own, in which the user logs in.
#include <fmt/format.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <memory>
#include <thread>

#include "browser/browser.hpp"
#include "cli/browser_proxy_choice.hpp"
#include "cli/commands.hpp"
#include "command_line/add_job_options.hpp"
#include "command_line/report_failure.hpp"
#include "command_line/stop_signals.hpp"
#include "job/asked_job.hpp"
#include "system/say.hpp"

namespace tagtrail::host {
namespace {

constexpr std::chrono::milliseconds kLookEvery{200};

struct LoginArguments {
  std::string url;
  JobRequest request;
};

volatile std::sig_atomic_t interrupted = 0;

bool has_display() {
  for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY"}) {
    const char* value = std::getenv(name);
    if (value != nullptr && *value != '\0') return true;
  }
  return false;
}

Expected<void> show(const LoginArguments& arguments, const std::string& url) {
  if (!has_display()) {
    return fail(ErrorCode::missing_dependency,
                "there is no display to open a window on. Log in on a machine that has one, and "
                "copy the profile here; or connect by 'ssh -X'");
  }
  BrowserOptions options;
  options.kind = arguments.request.browser_kind;
  options.profile = arguments.request.profile;
  options.headless = false;
  options.url = url;
  const auto asked = TRY(asked_proxies(arguments.request));
  auto proxies = TRY(asked ? Expected<Proxies>(*asked) : Proxies::from_environment());
  options.proxies = browser_proxies(proxies, asked.has_value());
  TRY(browser_login(proxies));
  // The window asks for it; the processes of its pages need not know it.
  ::unsetenv(kProxyLoginVariable);
  auto browser = TRY(Browser::launch(options));
  say(stderr, "Log in in the window that opens, then close it.\n");
  while (browser->running() && interrupted == 0) std::this_thread::sleep_for(kLookEvery);
  return {};
}

int run(const LoginArguments& arguments) {
  if (arguments.request.fault) return report_failure(*arguments.request.fault);
  const auto url = url_as_written(arguments.url);
  if (!url) return report_failure(url.error());
  catch_stop_signals([](int) { interrupted = 1; });
  if (auto shown = show(arguments, *url); !shown) return report_failure(shown.error());
  const bool firefox = arguments.request.browser_kind == "firefox";
  say(stdout,
      "The login is kept in {0}. Harvest with it by:\n  tagtrail harvest {1} --profile {0}{2}\n",
      arguments.request.profile, *url, firefox ? " --browser-kind firefox" : "");
  return exit_code::kDone;
}

}  // namespace

void add_login(CLI::App& app, CommandContext& context) {
  auto* command = app.add_subcommand("login", "open a window to log in to a site");
  auto arguments = std::make_shared<LoginArguments>();
  command->add_option("URL", arguments->url, "the site, or its login page")->required();
  add_job_options(*command, arguments->request, {"--profile", "--browser-kind", "--proxy"});
  command->get_option("--profile")
      ->required()
      ->description("folder of the browser profile; created if missing")
      ->default_str("");
  command->footer(
      "Example:\n"
      "  tagtrail login https://example.org/ --profile ~/profiles/example\n"
      "  tagtrail harvest https://example.org/ --profile ~/profiles/example\n"
      "\n"
      "The cookies stay in the profile: keep it to yourself. A proxy that wants a login asks "
      "for it in the window.");
  command->callback([arguments, &context] { context.exit_code = run(*arguments); });
}

}  // namespace tagtrail::host
