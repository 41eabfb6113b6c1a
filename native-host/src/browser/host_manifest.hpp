// Native messaging host manifests: which program a browser starts for which extension.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// Id of builds with the fixed key (extension/ids.json).
inline constexpr std::string_view kChromiumBatchId = "dggdjgckemgmmnbfjjdocccfdhlgaogj";
/// Of the store build when it is loaded from its folder.
inline constexpr std::string_view kChromiumUnpackedId = "cjcejibkigjdhfgaoiopjlpnkakdfghi";

/// The id that Chromium gives to the extension in `dir`, by the `key` of its manifest. Errors:
/// missing_dependency (not built), invalid_data (no or unusable key).
Expected<std::string> chromium_extension_id(const std::filesystem::path& dir);

/// The id under browser_specific_settings of the extension in `dir`. Errors: as above.
Expected<std::string> firefox_extension_id(const std::filesystem::path& dir);

/// 32 letters a to p.
bool is_chromium_id(std::string_view id);
/// name@domain, or a UUID in braces: what Firefox takes.
bool is_firefox_id(std::string_view id);

/// `org.tagtrail.host.json`.
std::string host_manifest_name();
/// The manifest for Chromium and its kin (`allowed_origins`) or for Firefox (`allowed_extensions`).
std::string chromium_host_manifest(const std::filesystem::path& program,
                                   const std::vector<std::string>& extension_ids);
std::string firefox_host_manifest(const std::filesystem::path& program,
                                  const std::vector<std::string>& extension_ids);

/// A shell script that runs `words`, since manifests name a program without arguments. Browsers add
/// their own, which say who calls: passed on behind `words` when wanted.
std::string wrapper_script(const std::vector<std::string>& words, bool pass_on = false);

}  // namespace tagtrail::host
