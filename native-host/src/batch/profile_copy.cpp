#include "batch/profile_copy.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <system_error>

#include "browser/profile.hpp"

namespace tagtrail::host {
namespace {

namespace fs = std::filesystem;

/// Chromium's first, then Firefox's.
constexpr auto kLeftOut = std::to_array<std::string_view>({"Cache",
                                                           "Code Cache",
                                                           "GPUCache",
                                                           "DawnCache",
                                                           "DawnGraphiteCache",
                                                           "DawnWebGPUCache",
                                                           "GrShaderCache",
                                                           "GraphiteDawnCache",
                                                           "ShaderCache",
                                                           "CacheStorage",
                                                           "ScriptCache",
                                                           "component_crx_cache",
                                                           "extensions_crx_cache",
                                                           "Crashpad",
                                                           "Crash Reports",
                                                           "BrowserMetrics",
                                                           "SingletonLock",
                                                           "SingletonCookie",
                                                           "SingletonSocket",
                                                           "lockfile",  //
                                                           "cache2",
                                                           "startupCache",
                                                           "shader-cache",
                                                           "thumbnails",
                                                           "crashes",
                                                           "minidumps",
                                                           "datareporting",
                                                           "saved-telemetry-pings",
                                                           "lock",
                                                           ".parentlock",
                                                           "parent.lock"});

/// What one of Chromium or of Firefox has from its first start on.
constexpr auto kMarks = std::to_array<const char*>(
    {"Local State", "Default/Preferences", "prefs.js", "cookies.sqlite"});

tl::unexpected<Error> copy_failure(const fs::path& path, const std::error_code& error) {
  const bool full = error == std::errc::no_space_on_device;
  return fail(full ? ErrorCode::disk_full : ErrorCode::io,
              fmt::format("can't copy the profile's {}: {}", path.string(), error.message()));
}

/// Links and sockets are marks of running browsers.
Expected<void> copy_folder(const fs::path& from, const fs::path& to) {
  std::error_code error;
  fs::create_directory(to, error);
  if (error) return copy_failure(to, error);
  for (fs::directory_iterator it(from, error), end; !error && it != end; it.increment(error)) {
    const fs::path& path = it->path();
    if (!belongs_to_profile(path.filename().string())) continue;
    const fs::file_status status = it->symlink_status(error);
    if (error) return copy_failure(path, error);
    if (fs::is_directory(status)) {
      TRY(copy_folder(path, to / path.filename()));
    } else if (fs::is_regular_file(status)) {
      fs::copy_file(path, to / path.filename(), error);
      if (error) return copy_failure(path, error);
    }
  }
  return error ? copy_failure(from, error) : Expected<void>{};
}

}  // namespace

Expected<void> must_be_profile(const fs::path& folder) {
  std::error_code error;
  if (!fs::is_directory(folder, error)) {
    return fail(ErrorCode::not_found,
                fmt::format("there is no browser profile {}; 'tagtrail login URL --profile {}' "
                            "makes one",
                            folder.string(), folder.string()));
  }
  const bool is_one = std::any_of(kMarks.begin(), kMarks.end(), [&](const char* mark) {
    return fs::is_regular_file(fs::symlink_status(folder / mark, error));
  });
  if (is_one) return {};
  return fail(ErrorCode::invalid_data,
              fmt::format("{} is no profile of Chromium or Firefox; 'tagtrail login URL --profile "
                          "DIR' makes one",
                          folder.string()));
}

bool belongs_to_profile(std::string_view name) {
  return std::find(kLeftOut.begin(), kLeftOut.end(), name) == kLeftOut.end();
}

Expected<ProfileCopy> ProfileCopy::make(const fs::path& profile) {
  TRY(must_be_profile(profile));
  if (chromium_uses(profile)) {
    return fail(ErrorCode::busy,
                fmt::format("a browser is using the profile {}: close it first", profile.string()));
  }
  auto folder = TRY(TemporaryFolder::create(temporary_place(), "batch-profile"));
  ProfileCopy copy(std::move(folder));
  TRY(copy_folder(profile, copy.path()));
  return copy;
}

}  // namespace tagtrail::host
