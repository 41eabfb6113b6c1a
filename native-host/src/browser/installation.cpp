#include "browser/installation.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <utility>

#include "browser/host_manifest.hpp"
#include "browser/program_copy.hpp"
#include "browser/small_files.hpp"
#include "messaging/json_text.hpp"
#include "system/built_files.hpp"
#include "system/whole_file.hpp"
#include "tagtrail/protocol.hpp"

namespace tagtrail::host {
namespace {

namespace fs = std::filesystem;

fs::path folder_from(const char* variable, fs::path otherwise) {
  const char* value = std::getenv(variable);
  // Relative values are invalid by the base directory specification.
  return value != nullptr && *value == '/' ? fs::path(value) : std::move(otherwise);
}

std::string host_script(const fs::path& program) {
  return wrapper_script({fs::absolute(program).string(), "host"}, /*pass_on=*/true);
}

Expected<InstallStep> place_file(std::string what, const fs::path& path, const std::string& text,
                                 mode_t mode, bool dry_run) {
  const auto before = read_small_file(path);
  if (before && *before == text) return InstallStep{std::move(what), path, "unchanged"};
  if (!dry_run) {
    TRY(write_small_file(path, text, mode));
  }
  return InstallStep{std::move(what), path, "written"};
}

Expected<InstallStep> remove_file(std::string what, const fs::path& path, bool dry_run) {
  std::error_code error;
  if (!fs::exists(fs::symlink_status(path, error))) {
    return InstallStep{std::move(what), path, "absent"};
  }
  if (!dry_run && ::unlink(path.c_str()) != 0) {
    return fail(ErrorCode::io,
                fmt::format("can't remove {}: {}", path.string(), std::strerror(errno)));
  }
  return InstallStep{std::move(what), path, "removed"};
}

Expected<InstallStep> place_program(const fs::path& program, const fs::path& copy, bool dry_run) {
  if (has_same_bytes(program, copy)) return InstallStep{"program", copy, "unchanged"};
  if (!dry_run) {
    TRY(copy_program(program, copy));
  }
  return InstallStep{"program", copy, "written"};
}

/// What the copy of the program fills for each job; without it jobs have no page, and say so.
Expected<std::optional<InstallStep>> place_page(const InstallOptions& options) {
  const fs::path copy = options.folders.page();
  const fs::path built = find_built(options.program, copy.filename());
  if (built.empty()) return std::optional<InstallStep>();
  const std::string text = TRY(read_whole_file(built));
  return std::optional(TRY(place_file("page", copy, text, 0600, options.dry_run)));
}

/// What the wrapper runs.
fs::path lasting_program(const UserFolders& folders, const fs::path& program) {
  return is_system_program(program) ? program : folders.program();
}

bool wanted(const InstallOptions& options, const BrowserPlace& place) {
  return options.browsers.empty() || std::find(options.browsers.begin(), options.browsers.end(),
                                               place.name) != options.browsers.end();
}

Expected<void> check_browsers(const InstallOptions& options,
                              const std::vector<BrowserPlace>& places) {
  for (const auto& name : options.browsers) {
    const bool known = std::any_of(places.begin(), places.end(),
                                   [&](const BrowserPlace& place) { return place.name == name; });
    if (!known) {
      return fail(
          ErrorCode::invalid_argument,
          fmt::format("unknown browser '{}': chromium, chrome, edge, brave or firefox", name));
    }
  }
  return {};
}

struct ReadManifest {
  ManifestState state;
  fs::path wrapper;  ///< the program that it names
};

ReadManifest read_manifest(const fs::path& file, bool firefox) {
  const auto text = read_small_file(file);
  if (!text) {
    const bool absent = text.error().code == ErrorCode::not_found;
    return {{!absent, absent ? "" : text.error().message}, {}};
  }
  const auto manifest = parse_json(*text);
  const char* allowed = firefox ? "allowed_extensions" : "allowed_origins";
  if (!manifest || text_field(*manifest, "name") != protocol::kHostName ||
      text_field(*manifest, "type") != "stdio" || !manifest->contains(allowed) ||
      !(*manifest)[allowed].is_array()) {
    return {{true, "the manifest is damaged"}, {}};
  }
  fs::path wrapper = text_field(*manifest, "path");
  if (::access(wrapper.c_str(), X_OK) != 0) {
    std::string problem =
        fmt::format("the manifest names {}, which can't be run", wrapper.string());
    return {{true, std::move(problem)}, {}};
  }
  return {{true, ""}, std::move(wrapper)};
}

bool serves_already(const InstallOptions& options, const BrowserPlace& place) {
  std::error_code error;
  if (!options.extension_ids.empty() || fs::exists(place.manifest, error)) return false;
  const ManifestState state = check_manifest_for_all(place);
  return state.present && state.problem.empty();
}

struct ExtensionIds {
  std::vector<std::string> chromium;
  std::vector<std::string> firefox;
};

ExtensionIds own_builds() {
  return {{std::string(kChromiumBatchId), std::string(kChromiumUnpackedId)},
          {std::string(protocol::kFirefoxId)}};
}

Expected<ExtensionIds> sort_ids(const std::vector<std::string>& ids) {
  ExtensionIds sorted;
  for (const auto& id : ids) {
    if (is_chromium_id(id)) {
      sorted.chromium.push_back(id);
    } else if (is_firefox_id(id)) {
      sorted.firefox.push_back(id);
    } else {
      return fail(
          ErrorCode::invalid_argument,
          fmt::format("'{}' is not an extension id (32 letters a to p, or name@domain)", id));
    }
  }
  if (sorted.chromium.empty()) sorted.chromium = own_builds().chromium;
  if (sorted.firefox.empty()) sorted.firefox = own_builds().firefox;
  return sorted;
}

}  // namespace

UserFolders UserFolders::of_environment(const fs::path& home) {
  return {home, folder_from("XDG_CONFIG_HOME", home / ".config"),
          folder_from("XDG_DATA_HOME", home / ".local" / "share")};
}

std::vector<BrowserPlace> browser_places(const UserFolders& folders) {
  std::vector<BrowserPlace> places;
  const std::string name = host_manifest_name();
  const fs::path hosts = "native-messaging-hosts";
  const auto chromium = [&](const char* browser, const fs::path& settings, const char* for_all) {
    places.push_back({browser, folders.config / settings,
                      folders.config / settings / "NativeMessagingHosts" / name,
                      folders.system / for_all / hosts / name, false});
  };
  chromium("chromium", "chromium", "etc/chromium");
  chromium("chrome", "google-chrome", "etc/opt/chrome");
  chromium("edge", "microsoft-edge", "etc/opt/edge");
  // Brave reads Chrome's (its BraveMainDelegate::PreSandboxStartup).
  chromium("brave", fs::path("BraveSoftware") / "Brave-Browser", "etc/opt/chrome");
  const fs::path mozilla = folders.home / ".mozilla";
  places.push_back({"firefox", mozilla, mozilla / hosts / name,
                    folders.system / "usr/lib/mozilla" / hosts / name, true});
  return places;
}

Expected<std::vector<InstallStep>> install_host(const InstallOptions& options) {
  const auto places = browser_places(options.folders);
  TRY(check_browsers(options, places));
  const auto ids = TRY(sort_ids(options.extension_ids));

  const fs::path wrapper = options.folders.wrapper();
  std::vector<InstallStep> steps;
  std::vector<BrowserPlace> chosen;
  for (const auto& place : places) {
    if (!wanted(options, place)) continue;
    std::error_code error;
    if (serves_already(options, place)) {
      steps.push_back({place.name, place.for_all, "for-all"});
    } else if (options.browsers.empty() && !fs::is_directory(place.settings, error)) {
      steps.push_back({place.name, place.manifest, "skipped"});
    } else {
      chosen.push_back(place);
    }
  }
  if (chosen.empty()) return steps;

  // The program and its wrapper come first: no manifest may name what is not there.
  const fs::path program = lasting_program(options.folders, options.program);
  if (program != options.program) {
    auto copied = TRY(place_program(options.program, program, options.dry_run));
    steps.push_back(std::move(copied));
    if (auto page = TRY(place_page(options))) steps.push_back(std::move(*page));
  }
  auto host = TRY(place_file("host", wrapper, host_script(program), 0700, options.dry_run));
  steps.push_back(std::move(host));
  for (const auto& place : chosen) {
    const std::string text = place.firefox ? firefox_host_manifest(wrapper, ids.firefox)
                                           : chromium_host_manifest(wrapper, ids.chromium);
    auto step = TRY(place_file(place.name, place.manifest, text, 0600, options.dry_run));
    steps.push_back(std::move(step));
  }
  return steps;
}

Expected<std::vector<InstallStep>> uninstall_host(const InstallOptions& options) {
  const auto places = browser_places(options.folders);
  TRY(check_browsers(options, places));
  std::vector<InstallStep> steps;
  bool still_used = false;
  for (const auto& place : places) {
    if (!wanted(options, place)) {
      std::error_code error;
      still_used = still_used || fs::exists(place.manifest, error);
      continue;
    }
    auto step = TRY(remove_file(place.name, place.manifest, options.dry_run));
    steps.push_back(std::move(step));
  }
  if (!still_used) {
    for (const auto& [what, path] : {std::pair("host", options.folders.wrapper()),
                                     std::pair("program", options.folders.program()),
                                     std::pair("page", options.folders.page())}) {
      auto step = TRY(remove_file(what, path, options.dry_run));
      if (step.what == "host" || step.action != "absent") steps.push_back(std::move(step));
    }
  }
  return steps;
}

HostFiles host_files(const fs::path& program, const fs::path& wrapper) {
  const ExtensionIds ids = own_builds();
  return {host_script(program), chromium_host_manifest(wrapper, ids.chromium),
          firefox_host_manifest(wrapper, ids.firefox)};
}

ManifestState check_manifest(const BrowserPlace& place, const UserFolders& folders,
                             const fs::path& program) {
  const ReadManifest manifest = read_manifest(place.manifest, place.firefox);
  if (!manifest.state.present || !manifest.state.problem.empty()) return manifest.state;
  if (manifest.wrapper != folders.wrapper()) return {true, ""};
  const auto script = read_small_file(manifest.wrapper);
  const fs::path runs = lasting_program(folders, program);
  if (!script || *script != host_script(runs)) {
    return {true, "the manifest names another copy of Tagtrail"};
  }
  if (runs != program && !has_same_bytes(program, runs)) {
    return {true, "the installed program has a different version from this one"};
  }
  return {true, ""};
}

ManifestState check_manifest_for_all(const BrowserPlace& place) {
  return read_manifest(place.for_all, place.firefox).state;
}

}  // namespace tagtrail::host
