// Which browsers this machine has.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// The program of this name in $PATH.
std::optional<std::filesystem::path> find_in_path(std::string_view name);

/// How a program is packed. Snap and Flatpak keep a browser from starting programs outside.
enum class Packing { plain, snap, flatpak };
Packing packing_of(const std::filesystem::path& program);

struct FoundBrowser {
  std::filesystem::path program;
  Packing packing = Packing::plain;
};

/// Every browser of a kind (`chromium` or `firefox`) that could run the extension, best first. One
/// named by $TAGTRAIL_CHROMIUM or $TAGTRAIL_FIREFOX is the only one.
std::vector<FoundBrowser> find_browsers(std::string_view kind);

/// The one to use. Errors: missing_dependency, saying what to install.
Expected<std::filesystem::path> choose_browser(std::string_view kind);

}  // namespace tagtrail::host
