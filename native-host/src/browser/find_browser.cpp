#include "browser/find_browser.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cstdlib>

#include "system/descriptor.hpp"

namespace tagtrail::host {
namespace {

namespace fs = std::filesystem;

// Builds that load an unpacked, unsigned extension come first.
constexpr std::array<std::string_view, 4> kChromium = {"chromium", "chromium-browser",
                                                       "google-chrome-stable", "google-chrome"};
constexpr std::array<std::string_view, 4> kFirefox = {"firefox-esr", "firefox-developer-edition",
                                                      "firefox-nightly", "firefox"};

// A folder of $PATH may be closed to us.
bool is_program(const fs::path& path) {
  std::error_code error;
  return fs::is_regular_file(path, error) && ::access(path.c_str(), X_OK) == 0;
}

// Ubuntu's /usr/bin/chromium-browser is a script that starts the Snap.
std::string start_of(const fs::path& path) {
  std::array<char, 4096> bytes{};
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  const ssize_t size = file ? ::read(file.get(), bytes.data(), bytes.size()) : 0;
  return std::string(bytes.data(), size > 0 ? static_cast<std::size_t>(size) : 0);
}

}  // namespace

std::optional<fs::path> find_in_path(std::string_view name) {
  const char* variable = std::getenv("PATH");
  std::string_view rest = variable != nullptr ? variable : "";
  while (!rest.empty()) {
    const std::string_view folder = rest.substr(0, rest.find(':'));
    rest.remove_prefix(std::min(rest.size(), folder.size() + 1));
    // Relative entries would make the choice depend on the current folder.
    if (!folder.starts_with('/')) continue;
    fs::path path = fs::path(folder) / name;
    if (is_program(path)) return path;
  }
  return std::nullopt;
}

Packing packing_of(const fs::path& program) {
  std::error_code error;
  const fs::path real = fs::canonical(program, error);
  const std::string text = real.string();
  if (program.string().starts_with("/snap/") || text.starts_with("/snap/") ||
      text == "/usr/bin/snap") {
    return Packing::snap;
  }
  if (program.string().find("/flatpak/") != std::string::npos ||
      text.find("/flatpak/") != std::string::npos) {
    return Packing::flatpak;
  }
  const std::string start = start_of(real);
  if (start.starts_with("#!")) {
    if (start.find("/snap/bin/") != std::string::npos) return Packing::snap;
    if (start.find("flatpak run") != std::string::npos) return Packing::flatpak;
  }
  return Packing::plain;
}

std::vector<FoundBrowser> find_browsers(std::string_view kind) {
  const bool firefox = kind == "firefox";
  const char* chosen = std::getenv(firefox ? "TAGTRAIL_FIREFOX" : "TAGTRAIL_CHROMIUM");
  std::vector<FoundBrowser> found;
  if (chosen != nullptr && *chosen != '\0') {
    if (is_program(chosen)) found.push_back({fs::absolute(chosen), packing_of(chosen)});
    return found;
  }
  for (const std::string_view name : firefox ? kFirefox : kChromium) {
    if (auto path = find_in_path(name)) {
      const Packing packing = packing_of(*path);
      found.push_back({std::move(*path), packing});
    }
  }
  return found;
}

Expected<fs::path> choose_browser(std::string_view kind) {
  const auto found = find_browsers(kind);
  for (const auto& browser : found) {
    if (browser.packing == Packing::plain) return browser.program;
  }
  const bool firefox = kind == "firefox";
  const std::string_view remedy =
      firefox ? "apt install firefox-esr, or name a program in TAGTRAIL_FIREFOX"
              : "apt install chromium, or name a program in TAGTRAIL_CHROMIUM";
  if (found.empty()) {
    return fail(ErrorCode::missing_dependency,
                fmt::format("no {} found: {}", firefox ? "Firefox" : "Chromium", remedy));
  }
  return fail(ErrorCode::missing_dependency,
              fmt::format("{} is a Snap or Flatpak, which can't start the native host: {}",
                          found.front().program.string(), remedy));
}

}  // namespace tagtrail::host
