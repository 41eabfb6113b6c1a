// Where the built extension is.
#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

namespace tagtrail::host {

/// The folder of a build (`chromium-batch`, `firefox-batch`): below $TAGTRAIL_DIST, else below the
/// folder `dist` of the nearest folder above `program` that has one.
std::optional<std::filesystem::path> find_extension(const std::filesystem::path& program,
                                                    std::string_view build);

}  // namespace tagtrail::host
