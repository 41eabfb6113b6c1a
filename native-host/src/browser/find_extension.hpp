// Where the built extension is.
#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

namespace tagtrail::host {

/// The folder of a build (`chromium-batch`, `firefox-batch`), where `find_built` says.
std::optional<std::filesystem::path> find_extension(const std::filesystem::path& program,
                                                    std::string_view build);

}  // namespace tagtrail::host
