// job.show: has the desktop open a file of the job or its page, or show where it is.
#include "job/call_fields.hpp"
#include "job/commands/commands.hpp"
#include "job/desktop.hpp"
#include "job/shown_page.hpp"
#include "store/job_folder.hpp"
#include "system/built_files.hpp"

namespace tagtrail::host {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxPath = 4096;

bool is_below(const fs::path& file, const fs::path& folder) {
  const auto [end, rest] = std::mismatch(folder.begin(), folder.end(), file.begin(), file.end());
  return end == folder.end() && rest != file.end();
}

}  // namespace

Expected<fs::path> own_file(const fs::path& dir, const std::string& path) {
  const fs::path named(path);
  if (named.is_absolute() || path.find('\0') != std::string::npos) {
    return fail(ErrorCode::invalid_argument, "'path' is not one of the job's files");
  }
  std::error_code error;
  const fs::path file = fs::canonical(dir / named, error);
  if (error) return fail(ErrorCode::not_found, "the file is no longer there");
  const fs::path files = fs::canonical(dir, error) / folder::kFiles;
  if (error || !is_below(file, files) || !fs::is_regular_file(file, error)) {
    return fail(ErrorCode::invalid_argument, "'path' is not one of the job's files");
  }
  return file;
}

Expected<Json> job_show(const fs::path& dir, const Json& message, const DesktopPatience& patience) {
  std::string path;
  std::string as = "file";
  TRY(read_text(message, "path", path, kMaxPath));
  TRY(read_text(message, "as", as));
  if (as != "file" && as != "folder" && as != "page") {
    return fail(ErrorCode::invalid_argument, "'as' must be file, folder or page");
  }
  if (as == "page") {
    TRY(open_by_desktop(TRY(page_to_show(dir, this_program())).file, patience));
  } else if (path.empty()) {
    TRY(open_by_desktop(fs::absolute(dir), patience));
  } else {
    const auto file = TRY(own_file(dir, path));
    TRY(as == "file" ? open_by_desktop(file, patience) : show_in_folder(file, patience));
  }
  return Json::object();
}

}  // namespace tagtrail::host
