#include "batch/job_counts.hpp"

#include "store/read_job.hpp"

namespace tagtrail::host {

JobCounts counts_of_job(const std::filesystem::path& dir) {
  JobCounts counts;
  auto database = open_to_read(dir);
  if (!database) return counts;
  const auto read = database->each(
      "SELECT count(*), coalesce(sum(bytes), 0), (SELECT coalesce(max(n), 0) FROM response)"
      " FROM target",
      [&counts](const sqlite::Row& row) -> Expected<void> {
        counts.files = static_cast<std::uint64_t>(row.integer(0));
        counts.bytes = static_cast<std::uint64_t>(row.integer(1));
        counts.requests = static_cast<std::uint64_t>(row.integer(2));
        return {};
      });
  return read ? counts : JobCounts{};
}

}  // namespace tagtrail::host
