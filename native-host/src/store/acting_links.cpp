#include "store/acting_links.hpp"

#include "system/times.hpp"

namespace tagtrail::host {

Expected<void> add_acting(sqlite::Database& database, std::uint64_t from,
                          const std::vector<ActingLink>& links) {
  if (links.empty()) return {};
  auto transaction = TRY(sqlite::Transaction::begin(database));
  const std::string now = utc_now();
  std::uint64_t id = from;
  for (const ActingLink& link : links) {
    TRY(database.run(
        "INSERT OR IGNORE INTO acting(id, at, url, page, anchor, path, reason, sure)"
        " VALUES(?, ?, ?, ?, ?, ?, ?, ?)",
        ++id, now, link.url, link.page, link.anchor, link.tag_path, link.reason, link.sure));
  }
  return transaction.commit();
}

Expected<std::uint64_t> count_acting(sqlite::Database& database) {
  return database.value<std::uint64_t>("SELECT coalesce(max(id), 0) FROM acting");
}

Expected<void> each_acting(sqlite::Database& database,
                           const std::function<Expected<void>(const ActingLink&)>& take) {
  return database.each(
      "SELECT url, page, anchor, path, reason, sure FROM acting WHERE NOT EXISTS"
      " (SELECT 1 FROM response WHERE response.url = acting.url) ORDER BY id",
      [&](const sqlite::Row& row) {
        ActingLink link;
        row.into(link.url, link.page, link.anchor, link.tag_path, link.reason, link.sure);
        return take(link);
      });
}

}  // namespace tagtrail::host
