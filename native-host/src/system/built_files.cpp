#include "system/built_files.hpp"

#include <cstdlib>

namespace tagtrail::host {

namespace fs = std::filesystem;

fs::path this_program() {
  std::error_code error;
  return fs::read_symlink("/proc/self/exe", error);
}

fs::path find_built(const fs::path& program, const fs::path& file) {
  const auto below = [&](const fs::path& dist) {
    std::error_code error;
    return fs::is_regular_file(dist / file, error) ? dist / file : fs::path();
  };
  if (const char* dist = std::getenv("TAGTRAIL_DIST"); dist != nullptr && *dist != '\0') {
    return below(dist);
  }
  for (fs::path folder = program.parent_path();; folder = folder.parent_path()) {
    if (fs::path found = below(folder / "dist"); !found.empty()) return found;
    if (folder == folder.root_path() || folder.empty()) return {};
  }
}

}  // namespace tagtrail::host
