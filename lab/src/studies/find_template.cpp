#include "studies/find_template.hpp"

#include <fstream>
#include <iterator>

#include "system/built_files.hpp"

namespace tagtrail::host {

Expected<std::string> read_template(const std::filesystem::path& program) {
  const auto file = find_built(program, "report.html");
  std::ifstream in(file, std::ios::binary);
  if (file.empty() || !in) {
    return fail(ErrorCode::missing_dependency, missing_part("the page of reports"));
  }
  return std::string(std::istreambuf_iterator<char>(in), {});
}

}  // namespace tagtrail::host
