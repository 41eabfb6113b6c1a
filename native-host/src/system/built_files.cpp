#include "system/built_files.hpp"

#include <cstdlib>

namespace tagtrail::host {

namespace fs = std::filesystem;

fs::path this_program() {
  std::error_code error;
  return fs::read_symlink("/proc/self/exe", error);
}

fs::path find_built(const fs::path& program, const fs::path& file) {
  const auto below = [&](const fs::path& folder) {
    std::error_code error;
    return fs::is_regular_file(folder / file, error) ? folder / file : fs::path();
  };
  if (const char* dist = std::getenv("TAGTRAIL_DIST"); dist != nullptr && *dist != '\0') {
    return below(dist);
  }
  const fs::path above = program.parent_path().parent_path();
  for (const fs::path& prefix : {above, above.parent_path()}) {
    if (fs::path found = below(prefix / "share" / "tagtrail"); !found.empty()) return found;
  }
  for (fs::path folder = program.parent_path();; folder = folder.parent_path()) {
    if (fs::path found = below(folder / "dist"); !found.empty()) return found;
    if (folder == folder.root_path() || folder.empty()) return {};
  }
}

fs::path other_program(const fs::path& program, std::string_view name) {
  const fs::path folder = program.parent_path();
  if (folder.filename() != "bin") return folder / name;
  return folder.parent_path() / "lib" / "tagtrail" / name;
}

std::string missing_part(std::string_view what) {
  return std::string(what) +
         " is missing: install the package tagtrail again, or run ./tagtrail setup in a checkout";
}

}  // namespace tagtrail::host
