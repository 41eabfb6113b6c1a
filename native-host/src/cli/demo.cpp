// `tagtrail demo`: serves the bundled demo site on loopback, harvests it through the extension in a
// headless browser, and checks what was found against the list of what is there.
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <memory>
#include <nlohmann/json.hpp>
#include <utility>

#include "cli/commands.hpp"
#include "cli/harvest_run.hpp"
#include "command_line/report_failure.hpp"
#include "system/say.hpp"

namespace tagtrail::host {
namespace {

namespace fs = std::filesystem;

/// The checkout with the demo site: $TAGTRAIL_HOME, which the launcher sets.
Expected<fs::path> checkout() {
  const char* home = std::getenv("TAGTRAIL_HOME");
  if (home != nullptr && fs::exists(fs::path(home) / "build/demo-site.json")) return home;
  return fail(ErrorCode::missing_dependency,
              "the demo site is not built; start the demo by ./tagtrail demo in the checkout");
}

/// The demo's web server; ends with this process.
class DemoServer {
 public:
  static Expected<DemoServer> start(const fs::path& home) {
    int to_server[2];
    int from_server[2];
    if (pipe2(to_server, O_CLOEXEC) != 0 || pipe2(from_server, O_CLOEXEC) != 0) {
      return fail(ErrorCode::io, "can't make a pipe");
    }
    const pid_t pid = fork();
    if (pid < 0) return fail(ErrorCode::io, "can't start a process");
    if (pid == 0) {
      dup2(to_server[0], STDIN_FILENO);
      dup2(from_server[1], STDOUT_FILENO);
      const std::string server = home / "tests/sites/demo/server.mjs";
      const std::string site = home / "build/demo-site";
      // --with-parent: the server ends when its standard input closes, however this process ends.
      execlp("node", "node", server.c_str(), "--dir", site.c_str(), "--with-parent", nullptr);
      _exit(127);
    }
    close(to_server[0]);
    close(from_server[1]);
    DemoServer running(pid, to_server[1]);
    std::string line;
    for (char c = 0; ::read(from_server[0], &c, 1) == 1 && c != '\n';) line.push_back(c);
    close(from_server[0]);
    const auto json = nlohmann::json::parse(line, nullptr, false);
    if (!json.is_object() || !json.contains("url")) {
      return fail(ErrorCode::missing_dependency,
                  "the demo's web server does not start (node is needed)");
    }
    running.url_ = json["url"].get<std::string>();
    return running;
  }

  DemoServer(DemoServer&& other) noexcept
      : pid_(std::exchange(other.pid_, 0)),
        stdin_(std::exchange(other.stdin_, -1)),
        url_(std::move(other.url_)) {}
  DemoServer& operator=(DemoServer&&) = delete;
  ~DemoServer() {
    if (pid_ == 0) return;
    close(stdin_);
    waitpid(pid_, nullptr, 0);
  }
  const std::string& url() const { return url_; }

 private:
  DemoServer(pid_t pid, int standard_input) : pid_(pid), stdin_(standard_input) {}
  pid_t pid_;
  int stdin_;
  std::string url_;
};

/// Compares names and contents with the generator's list; prints the counts.
int check(const fs::path& home, const std::string& job) {
  const pid_t pid = fork();
  if (pid == 0) {
    const std::string program = home / "tests/sites/demo/check.mjs";
    const std::string folder = fs::absolute(job);
    // The list of what there is lies below the checkout.
    if (chdir(home.c_str()) == 0) {
      execlp("node", "node", program.c_str(), folder.c_str(), "--expect", "all", nullptr);
    }
    _exit(127);
  }
  int status = 0;
  if (pid < 0 || waitpid(pid, &status, 0) < 0 || !WIFEXITED(status)) return exit_code::kInternal;
  return WEXITSTATUS(status);
}

int run_demo(HarvestArguments arguments, const CommandContext& context) {
  const auto home = checkout();
  if (!home) return report_failure(home.error());
  const auto server = DemoServer::start(*home);
  if (!server) return report_failure(server.error());
  arguments.url = server->url();
  arguments.request.delay_ms = 0;
  arguments.request.allow_private = true;
  const bool temporary = arguments.request.out.empty();
  if (temporary) {
    std::string name = (fs::temp_directory_path() / "tagtrail-demo-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr)
      return report_failure({ErrorCode::io, "no temporary folder"});
    arguments.request.out = name;
  }
  if (const auto resolved = resolve(arguments); !resolved) return report_failure(resolved.error());
  say(stdout, "A demo site of a statistics office is served at {}.\n", arguments.url);
  say(stdout,
      "Harvesting it with headless Chromium and the extension; the engine is WebAssembly.\n");
  std::fflush(stdout);
  const int code = run_harvest(arguments, context);
  if (code != exit_code::kDone) return code;
  say(stdout, "Against the list of what the site holds:\n");
  std::fflush(stdout);
  return check(*home, arguments.request.out) == 0 ? exit_code::kDone : exit_code::kSomeFailed;
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
