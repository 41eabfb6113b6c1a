#include "store/looks.hpp"

namespace tagtrail::host {

using sqlite::Row;

Expected<void> write_looks(sqlite::Database& database, const std::vector<LookRow>& looks) {
  if (looks.empty()) return {};
  auto transaction = TRY(sqlite::Transaction::begin(database));
  for (const LookRow& look : looks) {
    TRY(database.run("INSERT OR REPLACE INTO look(sha256, version, kin, json) VALUES(?, ?, ?, ?)",
                     look.sha256, look.version, look.kin, look.json));
  }
  return transaction.commit();
}

Expected<std::optional<LookRow>> read_look(sqlite::Database& database, const std::string& sha256) {
  std::optional<LookRow> look;
  TRY(database.each(
      "SELECT sha256, version, kin, json FROM look WHERE sha256 = ?",
      [&](const Row& row) {
        look.emplace();
        row.into(look->sha256, look->version, look->kin, look->json);
      },
      sha256));
  return look;
}

Expected<void> each_look(sqlite::Database& database,
                         const std::function<Expected<void>(const LookRow&)>& take) {
  return database.each("SELECT sha256, version, kin, json FROM look",
                       [&](const Row& row) -> Expected<void> {
                         LookRow look;
                         row.into(look.sha256, look.version, look.kin, look.json);
                         return take(look);
                       });
}

Expected<std::vector<Contents>> contents_to_look_into(sqlite::Database& database, int version) {
  std::vector<Contents> contents;
  TRY(database.each(
      "SELECT t.sha256, t.path FROM target t LEFT JOIN look l ON l.sha256 = t.sha256"
      " AND l.version >= ? WHERE l.sha256 IS NULL GROUP BY t.sha256 ORDER BY min(t.id)",
      [&](const Row& row) {
        contents.push_back({row.string(0), row.string(1)});
      },
      version));
  return contents;
}

Expected<std::vector<std::string>> paths_of_kin(sqlite::Database& database, const LookRow& look,
                                                std::size_t limit) {
  std::vector<std::string> paths;
  if (look.kin.empty()) return paths;
  // The index is of those that have one, which the query has to say.
  TRY(database.each(
      "SELECT t.path FROM look l JOIN target t USING (sha256) WHERE l.kin = ? AND l.kin <> ''"
      " AND l.sha256 <> ? GROUP BY t.sha256 ORDER BY min(t.id) LIMIT ?",
      [&](const Row& row) { paths.push_back(row.string(0)); }, look.kin, look.sha256, limit));
  return paths;
}

Expected<void> forget_looks(sqlite::Database& database) { return database.run("DELETE FROM look"); }

}  // namespace tagtrail::host
