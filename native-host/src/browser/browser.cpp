#include "browser/browser.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <optional>
#include <string_view>

#include "browser/browser_proxy.hpp"
#include "browser/find_browser.hpp"
#include "browser/profile.hpp"

namespace tagtrail::host {
namespace {

namespace fs = std::filesystem;

// Chromium complains dozens of times about a missing D-Bus, which it does not need.
std::string without_bus_noise(std::string_view text) {
  std::string kept;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    if (line.find(":ERROR:dbus/") != std::string_view::npos) continue;
    kept.append(line).push_back('\n');
  }
  return kept;
}

std::vector<std::string> chromium_arguments(const fs::path& program, const fs::path& profile,
                                            const BrowserOptions& options) {
  std::vector<std::string> arguments = {
      program.string(),
      "--user-data-dir=" + profile.string(),
      // Nobody goes back: pages that were left would be kept in memory, six at a time.
      "--disable-features=DisableLoadExtensionCommandLineSwitch,Translate,MediaRouter,"
      "BackForwardCache",
      "--no-first-run",
      "--no-default-browser-check",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--disable-quic",
      "--disable-breakpad",
      "--disable-dev-shm-usage",
      "--password-store=basic",
      "--mute-audio",
      "--noerrdialogs",
      // Pages are loaded in tabs that nobody looks at; they must not be slowed down for it.
      "--disable-background-timer-throttling",
      "--disable-backgrounding-occluded-windows",
      "--disable-renderer-backgrounding",
  };
  if (!options.extension_dir.empty()) {
    arguments.push_back("--load-extension=" + fs::absolute(options.extension_dir).string());
  }
  for (std::string& word : chromium_proxy_arguments(options.proxies)) {
    arguments.push_back(std::move(word));
  }
  if (options.headless) {
    arguments.emplace_back("--headless=new");
    arguments.emplace_back("--disable-gpu");
  }
  // Chromium refuses to start as root with its sandbox; anyone else keeps it.
  if (::geteuid() == 0) arguments.emplace_back("--no-sandbox");
  arguments.emplace_back("--");
  arguments.push_back(options.url);
  return arguments;
}

std::vector<std::string> firefox_arguments(const fs::path& program, const fs::path& profile,
                                           const BrowserOptions& options) {
  std::vector<std::string> arguments = {program.string(), "--no-remote", "--profile",
                                        profile.string()};
  if (options.headless) arguments.emplace_back("--headless");
  arguments.emplace_back("--url");
  arguments.push_back(options.url);
  return arguments;
}

}  // namespace

std::string Browser::diagnostics() const { return without_bus_noise(process_->tail()); }

Expected<std::unique_ptr<Browser>> Browser::launch(const BrowserOptions& options) {
  const bool firefox = options.kind == "firefox";
  if (!firefox && options.kind != "chromium") {
    return fail(ErrorCode::invalid_argument,
                fmt::format("unknown browser '{}': chromium or firefox", options.kind));
  }
  const auto program = TRY(choose_browser(options.kind));

  // Firefox needs a home of this run even with a given profile: it looks for host manifests there.
  std::optional<TemporaryFolder> folder;
  if (firefox || !options.profile) {
    auto made = TRY(TemporaryFolder::create(temporary_place(), "browser"));
    folder = std::move(made);
  }
  const fs::path profile =
      options.profile ? fs::absolute(*options.profile) : folder->path() / "profile";
  const fs::path home = firefox ? folder->path() / "home" : fs::path();

  auto files = TRY(firefox ? prepare_firefox_profile(profile, home, options)
                           : prepare_chromium_profile(profile, options));
  ProcessOptions start;
  start.arguments = firefox ? firefox_arguments(program, profile, options)
                            : chromium_arguments(program, profile, options);
  if (firefox) start.environment["HOME"] = home.string();
  auto process = TRY(Process::start(start));
  return std::make_unique<Browser>(std::move(folder), std::move(files), std::move(process));
}

}  // namespace tagtrail::host
