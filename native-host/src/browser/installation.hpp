// Installs the host for the browsers of a user: a copy of the program, a wrapper script, and a
// manifest per browser.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// The folders of a user that an installation touches.
struct UserFolders {
  std::filesystem::path home;
  std::filesystem::path config;        ///< $XDG_CONFIG_HOME
  std::filesystem::path data;          ///< $XDG_DATA_HOME
  std::filesystem::path system = "/";  ///< below which manifests for all users are

  static UserFolders of_environment(const std::filesystem::path& home);
  /// The script that the installed manifests name.
  std::filesystem::path wrapper() const { return data / "tagtrail" / "tagtrail-host"; }
  /// The copy of the program that it runs, where that is none of the system's.
  std::filesystem::path program() const { return data / "tagtrail" / "tagtrail"; }
  /// The page of jobs, where find_built() looks for it on behalf of that copy.
  std::filesystem::path page() const { return data / "tagtrail" / "dist" / "job.html"; }
};

/// A browser that native messaging manifests can be installed for.
struct BrowserPlace {
  std::string name;                ///< `chromium`, `chrome`, `edge`, `brave`, `firefox`
  std::filesystem::path settings;  ///< exists once the browser has been used
  std::filesystem::path manifest;  ///< file to be written
  std::filesystem::path for_all;   ///< the manifest that a package installs for all users
  bool firefox = false;
};
std::vector<BrowserPlace> browser_places(const UserFolders& folders);

struct InstallOptions {
  UserFolders folders;
  std::filesystem::path program;           ///< run as `PROGRAM host`
  std::vector<std::string> extension_ids;  ///< of either kind; empty: those of our own builds
  std::vector<std::string> browsers;       ///< only these, used before or not; empty: all used ones
  bool dry_run = false;
};

/// What was done (or, in a dry run, would be) with one file.
struct InstallStep {
  std::string what;  ///< name of the browser, `host` for the wrapper, `program` for the copy
  std::filesystem::path path;
  /// `written`, `unchanged`, `removed`, `absent`, `skipped`, or `for-all`: the manifest for all
  /// users serves this browser, and none of this user hides it.
  std::string action;
};

/// Errors: invalid_argument (browser or id), io, disk_full.
Expected<std::vector<InstallStep>> install_host(const InstallOptions& options);
/// Removes the manifests of all browsers, or of `options.browsers`; with the last one the wrapper.
Expected<std::vector<InstallStep>> uninstall_host(const InstallOptions& options);

/// What a package installs for all users, with our own builds as those that may call.
struct HostFiles {
  std::string wrapper;   ///< a script for PREFIX/lib/tagtrail
  std::string chromium;  ///< manifests that name it
  std::string firefox;
};
HostFiles host_files(const std::filesystem::path& program, const std::filesystem::path& wrapper);

/// What is wrong with the installed manifest at `place`, empty when nothing is. `present` says
/// whether there is one.
struct ManifestState {
  bool present = false;
  std::string problem;
};
ManifestState check_manifest(const BrowserPlace& place, const UserFolders& folders,
                             const std::filesystem::path& program);
/// The same of the manifest for all users, which browsers read where the user has none.
ManifestState check_manifest_for_all(const BrowserPlace& place);

}  // namespace tagtrail::host
