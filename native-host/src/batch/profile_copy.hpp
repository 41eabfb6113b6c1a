// A private copy of a browser profile, because a profile serves one browser at a time.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <optional>
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

/// What a copy may have at most.
struct ProfileLimits {
  std::uint64_t files = 50'000;  ///< folders count, too
  std::uint64_t bytes = 2ULL << 30;
};

/// Set for a harvest that is to use a copy of its profile, which it makes itself: that takes as
/// long as it takes, and whoever has started it goes on, can stop it, and need not outlive it.
inline constexpr const char* kProfileCopyVariable = "TAGTRAIL_COPY_PROFILE";

/// Goes away when destroyed, or with the next copy when this process is killed. What a site changes
/// in the copy, a renewed login for instance, does not reach the original.
class ProfileCopy {
 public:
  /// Nothing: `interrupted` became more than 0 meanwhile. Errors: those of must_be_profile();
  /// busy (a Chromium has it open: a copy would be torn), too_large, io, disk_full (also before
  /// anything is copied).
  static Expected<std::optional<ProfileCopy>> make(const std::filesystem::path& profile,
                                                   const std::atomic<int>& interrupted,
                                                   const ProfileLimits& limits = {});
  /// Those of processes that were killed.
  static void remove_abandoned();
  std::filesystem::path path() const { return folder_.path() / "profile"; }

 private:
  explicit ProfileCopy(TemporaryFolder folder) : folder_(std::move(folder)) {}
  TemporaryFolder folder_;
};

}  // namespace tagtrail::host
