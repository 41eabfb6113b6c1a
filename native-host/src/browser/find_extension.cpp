#include "browser/find_extension.hpp"

#include "system/built_files.hpp"

namespace tagtrail::host {

std::optional<std::filesystem::path> find_extension(const std::filesystem::path& program,
                                                    std::string_view build) {
  const auto manifest = find_built(program, std::filesystem::path(build) / "manifest.json");
  if (manifest.empty()) return std::nullopt;
  return manifest.parent_path();
}

}  // namespace tagtrail::host
