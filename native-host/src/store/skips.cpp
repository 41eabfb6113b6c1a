// Requests that brought nothing, counted by cause.
#include <fmt/format.h>

#include "store/sqlite_job_store.hpp"

namespace tagtrail::host {
namespace {

constexpr int kFirstRefusal = 400;

}  // namespace

std::string skip_kind(std::string_view error, std::int64_t status) {
  if (error != to_string(FetchError::none)) return std::string(error);
  return status >= kFirstRefusal ? fmt::format("status_{}", status) : std::string();
}

std::string skip_kind(FetchError error, int status) { return skip_kind(to_string(error), status); }

Expected<std::map<std::string, std::uint64_t>> SqliteJobStore::skips() const {
  std::map<std::string, std::uint64_t> skips;
  const auto read = database_.each(
      "SELECT error, status, count(*) FROM response WHERE error <> 'none' OR status >= 400"
      " GROUP BY error, status",
      [&](const sqlite::Row& row) -> Expected<void> {
        skips[skip_kind(row.text(0), row.integer(1))] += static_cast<std::uint64_t>(row.integer(2));
        return {};
      });
  if (!read) return tl::unexpected<Error>(read.error());
  return skips;
}

}  // namespace tagtrail::host
