#include "lab/find_template.hpp"

#include <cstdlib>
#include <fstream>
#include <iterator>

namespace tagtrail::host {
namespace {

namespace fs = std::filesystem;

fs::path find_template(const fs::path& program) {
  if (const char* dist = std::getenv("TAGTRAIL_DIST"); dist != nullptr && *dist != '\0') {
    return fs::path(dist) / "report.html";
  }
  for (fs::path folder = program.parent_path();; folder = folder.parent_path()) {
    std::error_code error;
    fs::path file = folder / "dist" / "report.html";
    if (fs::is_regular_file(file, error)) return file;
    if (folder == folder.root_path() || folder.empty()) return {};
  }
}

}  // namespace

Expected<std::string> read_template(const fs::path& program) {
  const fs::path file = find_template(program);
  std::ifstream in(file, std::ios::binary);
  if (file.empty() || !in) {
    return fail(ErrorCode::missing_dependency,
                "the page of reports is not built; ./tagtrail setup builds it");
  }
  return std::string(std::istreambuf_iterator<char>(in), {});
}

}  // namespace tagtrail::host
