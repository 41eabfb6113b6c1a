// Which extension a browser started the host for, and whether that one may.
#pragma once

#include <string>
#include <vector>

#include "browser/installation.hpp"

namespace tagtrail::host {

/// The id of the extension that a browser names on the host's command line: Chromium gives its
/// origin (`chrome-extension://ID/`), Firefox the manifest's path and the id. Empty when the
/// arguments are neither.
std::string calling_extension(const std::vector<std::string>& arguments);

/// The ids of our own builds, those in the manifests of this user and of the system, and `named`.
/// A browser asks the manifest that it read; this asks again, so that a manifest with a wildcard or
/// of somebody else that names our program lets nobody in.
bool may_call(const std::string& id, const UserFolders& folders,
              const std::vector<std::string>& named);

}  // namespace tagtrail::host
