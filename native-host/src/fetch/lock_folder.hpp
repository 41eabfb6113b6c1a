// The folder with the files by which the processes of one user keep from each other's hosts. A file
// goes once nothing of it binds anybody, so that the folder holds those of hosts that were asked a
// short while ago, however many there have been.
//
// Whoever removes a file holds its lock, and whoever has got a lock looks whether its file is still
// the one at its path: what was removed in between is locked in vain.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>

#include "system/descriptor.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// Made if missing, of this user alone. Errors: io, disk_full.
Expected<std::filesystem::path> lock_folder();

enum class LockKind { host, turn };

/// Where the file of a host is, or would be, in that folder.
std::filesystem::path lock_path(const std::filesystem::path& folder, const std::string& host,
                                LockKind kind);

/// Opens the file, made if missing, and locks it alone. Nothing: another process has it. Now and
/// then a new one has files removed that are over; a full disk always. Errors: io, disk_full.
Expected<std::optional<Descriptor>> take_lock_file(const std::filesystem::path& path);

/// Removes a file whose lock is held.
void remove_lock_file(const std::filesystem::path& path);

/// Removes what is over; 10,000 files at most, so that nobody waits long for it: the others go the
/// next times. Returns how many it has looked at and left.
std::size_t remove_old_lock_files(const std::filesystem::path& folder);

}  // namespace tagtrail::host
