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
  std::string_view fetched_at = {};  ///< RFC 3339, UTC; for masks
  std::string_view sha256 = {};      ///< lower-case hex; for masks
  std::string_view anchor = {};      ///< the words of the link that led to it; for masks
};

/// One path component: valid UTF-8 (composed, NFC) of at most kMaxNameBytes; no separator, nothing
/// that can't be seen (is_unseen() of code_points.hpp), none of <>:"|?*; no leading dot, dash or
/// space, no trailing dot or space, no ".."; no name that Windows reserves or a desktop obeys.
/// Never empty.
std::string readable_name(const NameHints& hints);

/// The extension of a name with its dot, `.tar.gz` as a whole; empty when there is none.
std::string_view extension_part(std::string_view name);

/// `name` for contents that have become those of another type: its extension is that of the name
/// that the server gives now, where that fits, else the type's own. As it was where nothing better
/// is known.
std::string retyped_name(std::string_view name, const NameHints& now);

/// Any text as the name of a folder, by the rules of readable_name(), at most 48 bytes. Empty where
/// nothing of it can be used.
std::string safe_part(std::string_view text);

/// Any text as the name of a file that has the extension of `readable`; that itself where nothing
/// of the text can be used.
std::string named_like(std::string_view text, std::string_view readable);

/// `report-2.csv` of `report.csv` and 2; extensions like `.tar.gz` stay whole, the limit holds.
std::string numbered_name(std::string_view name, std::uint64_t number);

/// `report-2024.csv` of `report.csv` and `2024`: as numbered_name(), with as much of a text as has
/// room.
std::string told_name(std::string_view name, std::string_view text);

/// `report.2026-01-02.csv` of `report.csv` and that day; else as numbered_name().
std::string dated_name(std::string_view name, std::string_view day);

/// Equal for names, or paths, that a file system would take for the same which ignores case, or
/// in how many code points a letter is written, or where joiners stand (macOS).
std::string name_key(std::string_view name);

/// `name` in the alphabet of data package resource names, [a-z0-9._-]. Never empty.
std::string resource_name(std::string_view name);

}  // namespace tagtrail::host
