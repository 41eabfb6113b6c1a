// A private copy of a browser profile, because a profile serves one browser at a time.
#pragma once

#include <filesystem>
#include <string_view>

#include "browser/temporary_folder.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// Whether a file or folder of this name belongs into a copy: not caches, locks, reports of
/// crashes.
bool belongs_to_profile(std::string_view name);

/// Whether the folder is what a browser keeps a profile in: not any folder may be lent as one.
/// Errors: not_found (no such folder), invalid_data (no profile of Chromium or Firefox).
Expected<void> must_be_profile(const std::filesystem::path& folder);

/// Goes away when destroyed, or with the next copy when this process is killed. What a site changes
/// in the copy, a renewed login for instance, does not reach the original.
class ProfileCopy {
 public:
  /// Errors: not_found (no such folder), busy (a Chromium has it open: a copy would be torn), io,
  /// disk_full.
  static Expected<ProfileCopy> make(const std::filesystem::path& profile);
  std::filesystem::path path() const { return folder_.path() / "profile"; }

 private:
  explicit ProfileCopy(TemporaryFolder folder) : folder_(std::move(folder)) {}
  TemporaryFolder folder_;
};

}  // namespace tagtrail::host
