#include "store/read_job.hpp"

#include "store/config_value.hpp"
#include "store/job_folder.hpp"
#include "store/schema.hpp"
#include "store/targets.hpp"

namespace tagtrail::host {

using sqlite::Row;

Expected<sqlite::Database> open_to_read(const std::filesystem::path& dir) {
  const auto file = dir / folder::kDatabase;
  std::error_code error;
  if (!std::filesystem::is_regular_file(file, error)) {
    return fail(ErrorCode::not_found, dir.string() + " is no job folder: it has no job.db");
  }
  auto database = sqlite::Database::open_read_only(file);
  if (!database) return database;
  std::int64_t application = 0;
  auto read = database->each("PRAGMA application_id", [&](const Row& row) -> Expected<void> {
    application = row.integer(0);
    return {};
  });
  if (!read) return tl::unexpected<Error>(read.error());
  if (application != kApplicationId) {
    return fail(ErrorCode::invalid_data, file.string() + " is not the database of a Tagtrail job");
  }
  return database;
}

Expected<TargetPage> read_targets(const std::filesystem::path& dir, std::uint64_t offset,
                                  std::uint64_t limit) {
  auto database = open_to_read(dir);
  if (!database) return tl::unexpected<Error>(database.error());
  TargetPage page;
  const auto counted =
      database->each("SELECT count(*) FROM target", [&](const Row& row) -> Expected<void> {
        page.total = static_cast<std::uint64_t>(row.integer(0));
        return {};
      });
  if (!counted) return tl::unexpected<Error>(counted.error());
  auto rows = newest_targets(*database, offset, limit);
  if (!rows) return tl::unexpected<Error>(rows.error());
  page.rows = std::move(*rows);
  return page;
}

Expected<JobGlance> glance_at_job(const std::filesystem::path& dir) {
  auto database = open_to_read(dir);
  if (!database) return tl::unexpected<Error>(database.error());
  JobGlance glance;
  auto read = database->each("SELECT coalesce(max(n), 0) FROM response",
                             [&](const Row& row) -> Expected<void> {
                               glance.responses = static_cast<std::uint64_t>(row.integer(0));
                               return {};
                             });
  if (!read) return tl::unexpected<Error>(read.error());
  auto config = config_value(*database, kEngineConfig);
  if (!config) return tl::unexpected<Error>(config.error());
  glance.config = std::move(*config).value_or(std::string());
  return glance;
}

}  // namespace tagtrail::host
