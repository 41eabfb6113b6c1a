#include "job/shown_page.hpp"

#include <fmt/format.h>

#include "export/page/job_page.hpp"
#include "search/jobs_page.hpp"
#include "search/table_list.hpp"
#include "store/folder_lock.hpp"
#include "store/job_folder.hpp"
#include "store/read_job.hpp"

namespace tagtrail::host {
namespace {

namespace fs = std::filesystem;

bool has_page(const fs::path& dir) {
  std::error_code ignored;
  return fs::exists(dir / folder::kPage, ignored) && is_page_ours(dir).value_or(false);
}

bool is_job(const fs::path& dir) {
  std::error_code ignored;
  return fs::exists(dir / folder::kDatabase, ignored);
}

Expected<ShownPage> page_of_jobs(const fs::path& dir, const fs::path& program) {
  std::error_code error;
  const auto written = write_jobs_page(dir, program);
  ShownPage shown{fs::canonical(dir, error) / folder::kPage, false, {}, written.value_or(1)};
  if (written) return shown;
  // An older one serves where none can be written.
  const bool older =
      fs::exists(dir / folder::kPage, error) && is_jobs_page_ours(dir).value_or(false);
  if (!older || written.error().code == ErrorCode::not_found) {
    return tl::unexpected(written.error());
  }
  shown.trouble = written.error().message;
  return shown;
}

}  // namespace

Expected<ShownPage> page_to_show(const fs::path& dir, const fs::path& program) {
  if (!is_job(dir) && !jobs_in(dir).empty()) return page_of_jobs(dir, program);
  TRY(open_to_read(dir));
  std::error_code error;
  ShownPage shown{fs::canonical(dir, error) / folder::kPage, false, {}, 0};
  const auto lock = FolderLock::acquire(dir);
  shown.running = !lock && lock.error().code == ErrorCode::busy;
  if (shown.running) {
    if (has_page(dir)) return shown;
    return fail(ErrorCode::busy,
                fmt::format("{} is running and has no page yet: the first comes after a minute",
                            dir.string()));
  }
  auto written =
      lock ? write_job_page(dir, program, tables_of_job(dir)) : tl::unexpected<Error>(lock.error());
  if (written) return shown;
  if (!has_page(dir)) return tl::unexpected(std::move(written).error());
  shown.trouble = written.error().message;
  return shown;
}

}  // namespace tagtrail::host
