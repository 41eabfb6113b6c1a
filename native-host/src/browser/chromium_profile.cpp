#include <fmt/format.h>
#include <signal.h>

#include <cerrno>
#include <charconv>

#include "browser/host_manifest.hpp"
#include "browser/profile.hpp"
#include "messaging/channel.hpp"

namespace tagtrail::host {
namespace {

namespace fs = std::filesystem;

// PDF files must be answers, not viewers; nothing may be saved by the browser or ask where to.
void set_preferences(Json& preferences, const fs::path& profile) {
  preferences.merge_patch({
      {"plugins", {{"always_open_pdf_externally", true}}},
      {"download",
       {{"prompt_for_download", false}, {"default_directory", (profile / "downloads").string()}}},
      {"download_restrictions", 3},
      {"credentials_enable_service", false},
      {"profile", {{"exit_type", "Normal"}}},
      {"translate", {{"enabled", false}}},
      // Only a browser that goes on where it was keeps the cookies that have no expiry.
      {"session", {{"restore_on_startup", 1}}},
  });
}

Expected<void> write_preferences(const fs::path& profile) {
  const fs::path path = profile / "Default" / "Preferences";
  auto preferences = TRY(read_json_file(path));
  set_preferences(preferences, profile);
  return write_small_file(path, preferences.dump(-1, ' ', false, Json::error_handler_t::replace));
}

}  // namespace

bool chromium_uses(const fs::path& profile) {
  // It marks its profile with a link to "host-PID"; a second one would only hand its window over to
  // the first and end.
  std::error_code error;
  const std::string owner = fs::read_symlink(profile / "SingletonLock", error).string();
  const auto dash = owner.rfind('-');
  if (error || dash == std::string::npos) return false;
  pid_t id = 0;
  const char* end = owner.data() + owner.size();
  if (std::from_chars(owner.data() + dash + 1, end, id).ptr != end || id <= 0) return false;
  return ::kill(id, 0) == 0 || errno == EPERM;
}

Expected<std::vector<FileForRun>> prepare_chromium_profile(const fs::path& profile,
                                                           const BrowserOptions& options) {
  if (chromium_uses(profile)) {
    return fail(ErrorCode::busy,
                fmt::format("a browser is using the profile {}: close it first", profile.string()));
  }
  TRY(write_preferences(profile));
  // The tabs of the last session are not wanted back, only its cookies.
  std::error_code ignored;
  fs::remove_all(profile / "Default" / "Sessions", ignored);
  if (options.extension_dir.empty()) return std::vector<FileForRun>{};
  const auto id = TRY(chromium_extension_id(options.extension_dir));
  const fs::path wrapper = profile / "tagtrail-pump";
  return write_host_files(wrapper, profile / "NativeMessagingHosts" / host_manifest_name(),
                          chromium_host_manifest(wrapper, {id}), options);
}

}  // namespace tagtrail::host
