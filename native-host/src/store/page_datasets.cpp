#include "store/page_datasets.hpp"

namespace tagtrail::host {

Expected<void> write_datasets(sqlite::Database& database, const ResponseCommit& item) {
  if (!item.response.is_page) return {};
  const std::string& url = item.answering_url();
  if (item.datasets.empty()) return database.run("DELETE FROM dataset WHERE page = ?", url);
  return database.run("INSERT OR REPLACE INTO dataset(page, json) VALUES(?, ?)", url,
                      item.datasets);
}

Expected<std::unordered_map<std::string, std::string>> read_describing_pages(
    sqlite::Database& database) {
  std::unordered_map<std::string, std::string> pages;
  const auto take = [&](const sqlite::Row& row) { pages.emplace(row.string(0), row.string(1)); };
  TRY(
      database.each("SELECT d.url, d.source_page FROM decision d JOIN dataset s"
                    " ON s.page = d.source_page WHERE d.purpose = 'page'",
                    take));
  // A page that another led to before the record of a catalogue did.
  TRY(
      database.each("SELECT d.url, s.page FROM dataset s, json_each(s.json) one,"
                    " json_each(one.value, '$.files') file JOIN decision d ON d.url = file.value"
                    " WHERE d.purpose = 'page' AND s.page <> d.url",
                    take));
  return pages;
}

Expected<std::string> read_datasets(sqlite::Database& database, const std::string& page) {
  std::string json;
  TRY(database.each(
      "SELECT json FROM dataset WHERE page = ?",
      [&](const sqlite::Row& row) { json = row.string(0); }, page));
  return json;
}

}  // namespace tagtrail::host
