// job.files: the job's files by pages.
#include "job/call_fields.hpp"
#include "job/commands/commands.hpp"
#include "job/status_json.hpp"
#include "store/read_job.hpp"

namespace tagtrail::host {
namespace {

constexpr std::uint64_t kMostFiles = 200;

}  // namespace

Expected<Json> job_files(const std::filesystem::path& dir, const Json& message) {
  std::uint64_t offset = 0;
  std::uint64_t limit = kMostFiles;
  TRY(read_number(message, "offset", offset));
  TRY(read_number(message, "limit", limit));
  if (limit > kMostFiles) {
    return fail(ErrorCode::invalid_argument, "'limit' is over " + std::to_string(kMostFiles));
  }
  const auto page = TRY(read_targets(dir, offset, limit));
  return Json{{"total", page.total}, {"files", found_files_json(page.rows)}};
}

}  // namespace tagtrail::host
