// What a run puts into a browser profile: settings, the host manifest, the extension.
#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

#include "browser/browser.hpp"
#include "browser/small_files.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// Writes Chromium's settings (existing ones are kept), the wrapper that becomes a pump and the
/// host manifest that names it. Errors: busy (a browser uses the profile), missing_dependency,
/// invalid_data, io.
Expected<std::vector<FileForRun>> prepare_chromium_profile(const std::filesystem::path& profile,
                                                           const BrowserOptions& options);

/// The same for Firefox, which reads host manifests below `home` and finds the extension by a file
/// in the profile. Errors: as above; invalid_argument (the profile has a user.js of its own).
Expected<std::vector<FileForRun>> prepare_firefox_profile(const std::filesystem::path& profile,
                                                          const std::filesystem::path& home,
                                                          const BrowserOptions& options);

/// Whether a running Chromium has this profile open.
bool chromium_uses(const std::filesystem::path& profile);

/// What both have in common: `wrapper`, a script that becomes the run's pump, and the manifest that
/// names it.
Expected<std::vector<FileForRun>> write_host_files(const std::filesystem::path& wrapper,
                                                   const std::filesystem::path& manifest_path,
                                                   std::string_view manifest,
                                                   const BrowserOptions& options);

}  // namespace tagtrail::host
