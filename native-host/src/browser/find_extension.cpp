#include "browser/find_extension.hpp"

#include <cstdlib>

namespace tagtrail::host {

namespace fs = std::filesystem;

fs::path this_program() {
  std::error_code error;
  return fs::read_symlink("/proc/self/exe", error);
}

std::optional<fs::path> find_extension(const fs::path& program, std::string_view build) {
  const auto built = [&](const fs::path& dist) -> std::optional<fs::path> {
    std::error_code error;
    fs::path folder = dist / build;
    if (!fs::is_regular_file(folder / "manifest.json", error)) return std::nullopt;
    return folder;
  };
  if (const char* dist = std::getenv("TAGTRAIL_DIST"); dist != nullptr && *dist != '\0') {
    return built(dist);
  }
  for (fs::path folder = program.parent_path();; folder = folder.parent_path()) {
    if (auto found = built(folder / "dist")) return found;
    if (folder == folder.root_path() || folder.empty()) return std::nullopt;
  }
}

}  // namespace tagtrail::host
