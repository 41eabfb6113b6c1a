#include "batch/profile_copy.hpp"

#include <fcntl.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <system_error>

#include "browser/profile.hpp"
#include "system/posix_file.hpp"
#include "system/system_failure.hpp"

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
                                                           "OptGuideOnDeviceModel",
                                                           "optimization_guide_model_store",
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

constexpr std::string_view kPurpose = "batch-profile";
/// Left free where the copies go.
constexpr std::uint64_t kSpare = 64ULL << 20;

tl::unexpected<Error> copy_failure(const fs::path& path, const std::error_code& error) {
  return system_failure(error.value(), fmt::format("can't copy the profile's {}", path.string()));
}

/// Takes a part of a profile, a folder or a file.
using TakePart = std::function<Expected<void>(const fs::path& part, bool is_folder)>;

/// All that belongs to a copy, folders before what is in them. Links and sockets are marks of
/// running browsers.
Expected<void> each_part(const fs::path& folder, const TakePart& take) {
  TRY(take(folder, true));
  std::error_code error;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    const fs::path& path = it->path();
    if (!belongs_to_profile(path.filename().string())) continue;
    const fs::file_status status = it->symlink_status(error);
    if (error) return copy_failure(path, error);
    if (fs::is_directory(status)) {
      TRY(each_part(path, take));
    } else if (fs::is_regular_file(status)) {
      TRY(take(path, false));
    }
  }
  return error ? copy_failure(folder, error) : Expected<void>{};
}

/// Copies a profile as long as nobody interrupts.
class Copying {
 public:
  Copying(const fs::path& profile, const std::atomic<int>& interrupted, const ProfileLimits& limits)
      : profile_(profile), interrupted_(interrupted), limits_(limits) {}

  /// Whether it may be copied, before anything is.
  Expected<void> measure(const fs::path& place) {
    TRY(each_part(profile_, [this](const fs::path& part, bool is_folder) -> Expected<void> {
      std::error_code error;
      const std::uint64_t bytes = is_folder ? 0 : fs::file_size(part, error);
      return error ? copy_failure(part, error) : count(1, bytes);
    }));
    std::error_code error;
    const fs::space_info space = fs::space(place, error);
    if (error || space.available >= bytes_ + kSpare) return {};
    return fail(
        ErrorCode::disk_full,
        fmt::format("a copy of the profile {} takes {} MB, and {} has {} MB left",
                    profile_.string(), bytes_ >> 20, place.string(), space.available >> 20));
  }

  Expected<void> copy_to(const fs::path& to) {
    files_ = bytes_ = 0;
    return each_part(profile_, [&](const fs::path& part, bool is_folder) -> Expected<void> {
      const fs::path target = part == profile_ ? to : to / part.lexically_relative(profile_);
      TRY(count(1, 0));
      if (!is_folder) return copy_file(part, target);
      std::error_code error;
      fs::create_directory(target, error);
      return error ? copy_failure(target, error) : Expected<void>{};
    });
  }

 private:
  Expected<void> copy_file(const fs::path& part, const fs::path& target) {
    const Descriptor from = TRY(open_file(part, O_RDONLY));
    const Descriptor to = TRY(open_file(target, O_WRONLY | O_CREAT | O_EXCL));
    TRY(each_piece(from, part, [&](std::string_view piece) -> Expected<void> {
      TRY(count(0, piece.size()));
      return write_all(to.get(), piece, target);
    }));
    return {};
  }

  Expected<void> count(std::uint64_t files, std::uint64_t bytes) {
    files_ += files;
    bytes_ += bytes;
    if (interrupted_.load() > 0) return fail(ErrorCode::internal, "interrupted");
    if (files_ <= limits_.files && bytes_ <= limits_.bytes) return {};
    return fail(ErrorCode::too_large,
                fmt::format("the profile {} has, without caches, more than {} files or {} MB, too "
                            "many for a copy; 'tagtrail login URL --profile DIR' makes a small one",
                            profile_.string(), limits_.files, limits_.bytes >> 20));
  }

  const fs::path& profile_;
  const std::atomic<int>& interrupted_;
  const ProfileLimits& limits_;
  std::uint64_t files_ = 0;
  std::uint64_t bytes_ = 0;
};

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

Expected<std::optional<ProfileCopy>> ProfileCopy::make(const fs::path& profile,
                                                       const std::atomic<int>& interrupted,
                                                       const ProfileLimits& limits) {
  TRY(must_be_profile(profile));
  if (chromium_uses(profile)) {
    return fail(ErrorCode::busy,
                fmt::format("a browser is using the profile {}: close it first", profile.string()));
  }
  const fs::path place = temporary_place();
  Copying copying(profile, interrupted, limits);
  auto copied = copying.measure(place);
  if (copied) {
    ProfileCopy copy(TRY(TemporaryFolder::create(place, kPurpose)));
    copied = copying.copy_to(copy.path());
    if (copied) return std::optional<ProfileCopy>{std::move(copy)};
  }
  if (interrupted.load() > 0) return std::optional<ProfileCopy>{};
  return tl::unexpected(std::move(copied).error());
}

void ProfileCopy::remove_abandoned() {
  TemporaryFolder::remove_abandoned(temporary_place(), kPurpose);
}

}  // namespace tagtrail::host
