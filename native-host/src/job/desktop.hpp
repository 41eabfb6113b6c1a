// What the user's desktop does with files: opens them, shows them in their folder.
#pragma once

#include <chrono>
#include <filesystem>

#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// A program that fails does so within the first time, one that is asked answers within the second.
/// Who runs on may have opened something, and stays.
struct DesktopPatience {
  std::chrono::milliseconds fails_within{1000};
  std::chrono::milliseconds answers_within{2000};
};

/// Opens a file or folder with the program that the desktop has for it, by xdg-open; does not wait
/// for that program. Errors: missing_dependency (no xdg-open, or nothing that opens it), io.
Expected<void> open_by_desktop(const std::filesystem::path& absolute,
                               const DesktopPatience& patience = {});

/// Has the file manager show the file among its neighbours; where it can't, opens the folder.
/// Errors: as above.
Expected<void> show_in_folder(const std::filesystem::path& absolute,
                              const DesktopPatience& patience = {});

}  // namespace tagtrail::host
