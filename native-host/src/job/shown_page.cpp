#include "job/shown_page.hpp"

#include <fmt/format.h>

#include "export/page/job_page.hpp"
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

/// A batch is a folder of jobs, for which people may take it.
Expected<void> check_is_job(const fs::path& dir) {
  std::error_code ignored;
  if (!fs::exists(dir / folder::kDatabase, ignored) && fs::exists(dir / "batch.jsonl", ignored)) {
    return fail(ErrorCode::not_found,
                fmt::format("{} holds a batch: name the folder of one of its sites", dir.string()));
  }
  TRY(open_to_read(dir));
  return {};
}

}  // namespace

Expected<ShownPage> page_to_show(const fs::path& dir, const fs::path& program) {
  TRY(check_is_job(dir));
  std::error_code error;
  ShownPage shown{fs::canonical(dir, error) / folder::kPage, false, {}};
  const auto lock = FolderLock::acquire(dir);
  shown.running = !lock && lock.error().code == ErrorCode::busy;
  if (shown.running) {
    if (has_page(dir)) return shown;
    return fail(ErrorCode::busy,
                fmt::format("{} is running and has no page yet: the first comes after a minute",
                            dir.string()));
  }
  auto written = lock ? write_job_page(dir, program) : tl::unexpected<Error>(lock.error());
  if (written) return shown;
  if (!has_page(dir)) return tl::unexpected(std::move(written).error());
  shown.trouble = written.error().message;
  return shown;
}

}  // namespace tagtrail::host
