// Links that were left out because they act.
#include "store/job_reader.hpp"
#include "store/sqlite_job_store.hpp"

namespace tagtrail::host {
namespace {

using sqlite::Row;

constexpr std::int64_t kActingSince = 5;

}  // namespace

Expected<void> SqliteJobStore::add_acting(std::uint64_t from,
                                          const std::vector<ActingLink>& links) {
  if (links.empty()) return {};
  auto transaction = TRY(sqlite::Transaction::begin(database_));
  const std::string now = utc_now();
  std::uint64_t id = from;
  for (const ActingLink& link : links) {
    TRY(
        database_.run("INSERT OR IGNORE INTO acting(id, at, url, page, anchor, path, reason, sure)"
                      " VALUES(?, ?, ?, ?, ?, ?, ?, ?)",
                      ++id, now, link.url, link.page, link.anchor, link.tag_path, link.reason,
                      static_cast<int>(link.sure)));
  }
  return transaction.commit();
}

Expected<std::uint64_t> SqliteJobStore::acting_count() const {
  std::uint64_t count = 0;
  TRY(database_.each("SELECT coalesce(max(id), 0) FROM acting",
                     [&](const Row& row) -> Expected<void> {
                       count = static_cast<std::uint64_t>(row.integer(0));
                       return {};
                     }));
  return count;
}

Expected<void> JobReader::each_acting(
    const std::function<Expected<void>(const ActingLink&)>& take) const {
  if (version_ < kActingSince) return {};
  return database_.each(
      "SELECT url, page, anchor, path, reason, sure FROM acting WHERE NOT EXISTS"
      " (SELECT 1 FROM response WHERE response.url = acting.url) ORDER BY id",
      [&](const Row& row) -> Expected<void> {
        ActingLink link;
        link.url = row.string(0);
        link.page = row.string(1);
        link.anchor = row.string(2);
        link.tag_path = row.string(3);
        link.reason = row.string(4);
        link.sure = row.integer(5) != 0;
        return take(link);
      });
}

}  // namespace tagtrail::host
