// Addresses of Unix sockets.
#pragma once

#include <sys/un.h>

#include <filesystem>

#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// Errors: invalid_argument, when the path does not fit (107 bytes).
Expected<sockaddr_un> socket_address(const std::filesystem::path& path);

}  // namespace tagtrail::host
