// Names of harvested files: readable, and safe on Linux, macOS and Windows whatever a server says.
// Pure functions; uniqueness on disk is the store's part.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tagtrail::host {

/// Longest file name produced, in bytes of UTF-8.
inline constexpr std::size_t kMaxNameBytes = 150;

/// What a name can be made from, best first.
struct NameHints {
  std::string_view file_name;  ///< Content-Disposition; may hold a path, which is dropped
  std::string_view url;        ///< canonical key
  std::string_view mime;       ///< gives the extension when the name has none that says anything
};

/// One path component: valid UTF-8 of at most kMaxNameBytes; no separator, control or formatting
/// character and none of <>:"|?*; no leading dot, dash or space, no trailing dot or space, no "..",
/// no name that Windows reserves. Never empty.
std::string readable_name(const NameHints& hints);

/// `report-2.csv` of `report.csv` and 2; extensions like `.tar.gz` stay whole, the limit holds.
std::string numbered_name(std::string_view name, std::uint64_t number);

/// Equal for names that a file system which ignores case would take for the same.
std::string name_key(std::string_view name);

/// `name` in the alphabet of data package resource names, [a-z0-9._-]. Never empty.
std::string resource_name(std::string_view name);

}  // namespace tagtrail::host
