#include <fmt/format.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <iterator>

#include "browser/find_browser.hpp"
#include "browser/find_extension.hpp"
#include "browser/installation.hpp"
#include "browser/process.hpp"
#include "browser/temporary_folder.hpp"
#include "cli/commands.hpp"
#include "cli/job_words.hpp"
#include "fetch/lock_folder.hpp"
#include "messaging/json_text.hpp"
#include "system/built_files.hpp"
#include "system/say.hpp"
#include "tagtrail/text.hpp"

namespace tagtrail::host {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

constexpr auto kVersionTimeout = 15s;
constexpr std::uint64_t kLittleDisk = 1ULL << 30;
constexpr std::uint64_t kNoDisk = 64ULL << 20;
/// Hosts that a harvest of one site, or of many, has in hand at once.
constexpr std::uint64_t kNoLocks = 64;
constexpr std::uint64_t kFewLocks = 4096;

/// `optional` is as fine as `ok` for the exit code; only `missing` is not.
enum class Status { ok, optional, missing };

struct Finding {
  std::string what;
  Status status = Status::ok;
  std::string detail;
  std::string remedy;
};

std::string_view name_of(Status status) {
  switch (status) {
    case Status::ok:
      return "ok";
    case Status::optional:
      return "optional";
    case Status::missing:
      return "missing";
  }
  return "";
}

// The last line that has a digit: launchers may complain before the program speaks.
std::string version_of(const fs::path& program) {
  const std::string text = output_of({program.string(), "--version"}, kVersionTimeout).value_or("");
  std::string_view rest = text;
  while (!rest.empty()) {
    const auto end = rest.find_last_not_of("\r\n ");
    if (end == std::string_view::npos) break;
    rest = rest.substr(0, end + 1);
    const auto begin = rest.rfind('\n') + 1;  // 0 when there is no line break
    const std::string_view line = rest.substr(begin);
    if (line.find_first_of("0123456789") != std::string_view::npos) return to_valid_utf8(line);
    rest = rest.substr(0, begin);
  }
  return "version unknown";
}

Finding check_browser(std::string_view kind, Status when_absent) {
  Finding finding{std::string(kind), Status::ok, "", ""};
  if (const auto program = choose_browser(kind)) {
    finding.detail = fmt::format("{} ({})", version_of(*program), program->string());
  } else {
    finding.status = when_absent;
    finding.detail = "none that can be used";
    finding.remedy = program.error().message;
  }
  return finding;
}

void check_sandboxed(std::vector<Finding>& findings) {
  for (const std::string_view kind : {"chromium", "firefox"}) {
    for (const auto& browser : find_browsers(kind)) {
      if (browser.packing == Packing::plain) continue;
      findings.push_back({browser.packing == Packing::snap ? "snap" : "flatpak", Status::optional,
                          browser.program.string(),
                          "its sandbox can't start the host: the extension works only in a "
                          "browser that is installed as a package"});
    }
  }
}

Finding check_built(const fs::path& program, std::string_view build, std::string_view file,
                    Status when_absent) {
  Finding finding{fmt::format("{} {}", build, file), Status::ok, "", ""};
  const auto folder = find_extension(program, build);
  std::error_code error;
  if (folder && fs::is_regular_file(*folder / file, error)) {
    finding.detail = (*folder / file).string();
  } else {
    finding.status = when_absent;
    finding.detail = "not found";
    finding.remedy = missing_part("it");
  }
  return finding;
}

void check_manifests(std::vector<Finding>& findings, const CommandContext& context) {
  const UserFolders folders = UserFolders::of_environment(context.home);
  for (const auto& place : browser_places(folders)) {
    std::error_code error;
    if (!fs::is_directory(place.settings, error)) continue;
    ManifestState state = check_manifest(place, folders, context.program);
    Finding finding{"host for " + place.name, Status::ok, place.manifest.string(), ""};
    if (!state.present) {
      state = check_manifest_for_all(place);
      finding.detail = place.for_all.string() + " (for all users)";
    }
    if (!state.present) {
      finding.status = Status::optional;
      finding.detail = "not installed";
      finding.remedy = "tagtrail install (only needed to start jobs from the extension)";
    } else if (!state.problem.empty()) {
      finding.status = Status::missing;
      finding.detail = state.problem;
      finding.remedy = "tagtrail install";
    }
    findings.push_back(std::move(finding));
  }
}

Finding check_folder(std::string what, const fs::path& folder) {
  Finding finding{std::move(what), Status::ok, folder.string(), ""};
  struct statvfs facts {};
  if (::access(folder.c_str(), W_OK | X_OK) != 0 || ::statvfs(folder.c_str(), &facts) != 0) {
    finding.status = Status::missing;
    finding.detail += ": can't be written";
    finding.remedy = "use a folder of your own";
    return finding;
  }
  const std::uint64_t free = static_cast<std::uint64_t>(facts.f_bavail) * facts.f_frsize;
  finding.detail += fmt::format(": {:.1f} GiB free", static_cast<double>(free) / (1ULL << 30));
  if (free < kLittleDisk) {
    finding.status = free < kNoDisk ? Status::missing : Status::optional;
    finding.remedy = "free some disk space";
  }
  return finding;
}

/// They are files of one page each, often in a small file system that a session has for itself.
Finding check_locks() {
  constexpr std::uint64_t kPage = 4096;
  Finding finding{"locks of hosts", Status::missing, "", "use a folder of your own"};
  const auto folder = lock_folder();
  struct statvfs facts {};
  if (!folder || ::access(folder->c_str(), W_OK | X_OK) != 0 ||
      ::statvfs(folder->c_str(), &facts) != 0) {
    finding.detail = folder ? folder->string() + ": can't be written" : folder.error().message;
    return finding;
  }
  remove_old_lock_files(*folder);
  std::error_code ignored;
  const auto files =
      static_cast<std::uint64_t>(std::distance(fs::directory_iterator(*folder, ignored), {}));
  // Some file systems make room for files as they come, and say 0 of all.
  const std::uint64_t pages = static_cast<std::uint64_t>(facts.f_bavail) * facts.f_frsize / kPage;
  const std::uint64_t room =
      facts.f_files == 0 ? pages : std::min<std::uint64_t>(pages, facts.f_favail);
  finding.detail = fmt::format("{}: {}, room for {} more", folder->string(), counted(files, "file"),
                               grouped(room));
  finding.status = room < kNoLocks    ? Status::missing
                   : room < kFewLocks ? Status::optional
                                      : Status::ok;
  finding.remedy = finding.status == Status::ok ? ""
                                                : "make room there (df -i), or set XDG_RUNTIME_DIR "
                                                  "to another folder of your own";
  return finding;
}

std::vector<Finding> examine(const CommandContext& context) {
  std::vector<Finding> findings;
  findings.push_back(check_browser("chromium", Status::missing));
  findings.push_back(check_browser("firefox", Status::optional));
  check_sandboxed(findings);
  for (const std::string_view file : {"manifest.json", "tagtrail.wasm"}) {
    findings.push_back(check_built(context.program, "chromium-batch", file, Status::missing));
    findings.push_back(check_built(context.program, "firefox-batch", file, Status::optional));
  }
  check_manifests(findings, context);
  std::error_code error;
  findings.push_back(check_folder("this folder", fs::current_path(error)));
  findings.push_back(check_folder("temporary files", temporary_place()));
  findings.push_back(check_locks());
  return findings;
}

void print_findings(const std::vector<Finding>& findings, bool json) {
  if (json) {
    Json list = Json::array();
    for (const auto& finding : findings) {
      list.push_back({{"what", finding.what},
                      {"status", name_of(finding.status)},
                      {"detail", finding.detail},
                      {"remedy", finding.remedy}});
    }
    say(stdout, "{}\n", write_json({{"findings", list}}));
    return;
  }
  for (const auto& finding : findings) {
    say(stdout, "{:<9} {:<28} {}\n", name_of(finding.status), finding.what, finding.detail);
    if (!finding.remedy.empty()) say(stdout, "{:<38} -> {}\n", "", finding.remedy);
  }
}

}  // namespace

void add_doctor(CLI::App& app, CommandContext& context) {
  CLI::App* command =
      app.add_subcommand("doctor", "check what Tagtrail needs on this machine, and say what to do");
  auto json = std::make_shared<bool>(false);
  command->add_flag("--json", *json, "One JSON object instead of a table");
  command->callback([json, &context] {
    const auto findings = examine(context);
    print_findings(findings, *json);
    const bool complete = std::none_of(findings.begin(), findings.end(), [](const Finding& f) {
      return f.status == Status::missing;
    });
    context.exit_code = complete ? exit_code::kDone : exit_code::kCouldNotStart;
  });
}

}  // namespace tagtrail::host
