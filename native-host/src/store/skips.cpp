// Requests that brought nothing, counted by cause.
#include <fmt/format.h>

#include "store/sqlite_job_store.hpp"

namespace tagtrail::host {
namespace {

constexpr int kFirstRefusal = 400;

}  // namespace

std::string skip_kind(std::string_view error, std::int64_t status, std::string_view mime) {
  if (error != to_string(FetchError::none)) return std::string(error);
  if (status >= kFirstRefusal) return fmt::format("status_{}", status);
  return mime == kEmptyMime ? "empty" : "";
}

std::string skip_kind(FetchError error, int status, std::string_view mime) {
  return skip_kind(to_string(error), status, mime);
}

Expected<std::map<std::string, std::uint64_t>> SqliteJobStore::skips() const {
  std::map<std::string, std::uint64_t> skips;
  TRY(
      database_.each("SELECT error, status, mime, count(*) FROM response"
                     " WHERE error <> 'none' OR status >= 400 OR mime = 'application/x-empty'"
                     " GROUP BY error, status, mime",
                     [&](const sqlite::Row& row) -> Expected<void> {
                       const auto count = static_cast<std::uint64_t>(row.integer(3));
                       skips[skip_kind(row.text(0), row.integer(1), row.text(2))] += count;
                       return {};
                     }));
  return skips;
}

}  // namespace tagtrail::host
