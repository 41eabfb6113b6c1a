#include "store/targets.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace tagtrail::host {
namespace {

using Json = nlohmann::ordered_json;
using sqlite::Row;
using MaybeText = std::optional<std::string>;

/// Reads each row as a target and hands it on.
template <typename Take>
auto as_targets(const Take& take) {
  return [&take](const Row& row) -> Expected<void> {
    TargetRow target;
    std::string redirects;
    row.into(target.url, target.name, target.path, target.mime, target.bytes, target.sha256,
             target.page, target.tag_path, target.anchor, redirects, target.fetched_at,
             target.status, target.via, target.page_via);
    const auto urls = Json::parse(redirects, nullptr, false);
    if (!urls.is_array()) {
      return fail(ErrorCode::invalid_data,
                  "job.db: the redirects of " + target.url + " are damaged");
    }
    for (const auto& url : urls) {
      if (url.is_string()) target.redirects.push_back(url.get<std::string>());
    }
    return take(target);
  };
}

}  // namespace

Expected<void> each_target(sqlite::Database& database, const TakeTarget& take) {
  return database.each(
      "SELECT url, name, path, mime, bytes, sha256, page, tag_path, anchor, redirects, fetched_at,"
      " status, via, page_via FROM target ORDER BY id",
      as_targets(take));
}

Expected<std::vector<TargetRow>> newest_targets(sqlite::Database& database, std::uint64_t offset,
                                                std::uint64_t limit) {
  std::vector<TargetRow> newest;
  const auto keep = [&](const TargetRow& target) -> Expected<void> {
    newest.push_back(target);
    return {};
  };
  TRY(database.each(
      "SELECT url, name, path, mime, bytes, sha256, page, tag_path, anchor, redirects, fetched_at,"
      " status, via, page_via FROM target ORDER BY id DESC LIMIT ? OFFSET ?",
      as_targets(keep), limit, offset));
  return newest;
}

Expected<std::uint64_t> count_targets(sqlite::Database& database) {
  return database.value<std::uint64_t>("SELECT count(*) FROM target");
}

Expected<MaybeText> Targets::digest_of(const std::string& url) const {
  return database_.value<MaybeText>("SELECT sha256 FROM target WHERE url = ?", url);
}

Expected<MaybeText> Targets::file_of(const std::string& url) const {
  return database_.value<MaybeText>(
      "SELECT substr(path, length('files/') + 1) FROM target WHERE url = ?", url);
}

Expected<std::string> Targets::twin_of(const std::string& sha256) const {
  return database_.value<std::string>(
      "SELECT substr(path, length('files/') + 1) FROM (SELECT path FROM target WHERE sha256 = ?"
      " UNION ALL SELECT path FROM version WHERE sha256 = ?) LIMIT 1",
      sha256, sha256);
}

Expected<Targets::First> Targets::first_of(const std::string& url) const {
  First first;
  TRY(database_.each(
      "SELECT substr(path, length('files/') + 1), mime FROM (SELECT id, path, mime FROM version"
      " WHERE url = ? UNION ALL SELECT 9223372036854775807, path, mime FROM target WHERE url = ?)"
      " ORDER BY id LIMIT 1",
      [&](const Row& row) { row.into(first.file, first.mime); }, url, url));
  return first;
}

Expected<void> Targets::intend(const std::vector<NewTarget>& targets) {
  auto transaction = TRY(sqlite::Transaction::begin(database_));
  for (const NewTarget& target : targets) {
    TRY(database_.run("INSERT OR REPLACE INTO placing(file, sha256) VALUES(?, ?)",
                      target.names.file, target.placement.sha256));
  }
  return transaction.commit();
}

Expected<void> Targets::write(const ResponseCommit& item, const NewTarget& target, std::uint64_t n,
                              const std::string& now) {
  const Request& request = item.request;
  const Response& response = item.response;
  const std::string path = "files/" + target.names.file;
  if (!target.replaces) {
    return database_.run(
        "INSERT INTO target(n, url, name, path, path_key, mime, bytes, sha256, page, tag_path,"
        " anchor, redirects, fetched_at, status, via, page_via)"
        " VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        n, target.url, target.names.resource, path, target.names.key, response.mime,
        item.file->bytes, item.file->sha256, request.source_page, request.tag_path, request.anchor,
        Json(item.redirect_chain).dump(-1, ' ', false, Json::error_handler_t::replace), now,
        response.status, to_string(response.via), item.page_via);
  }
  TRY(database_.run(
      "INSERT INTO version(url, until, path, path_key, mime, bytes, sha256, fetched_at)"
      " SELECT url, ?, path, path_key, mime, bytes, sha256, fetched_at FROM target WHERE url = ?",
      n, target.url));
  return database_.run(
      "UPDATE target SET path = ?, path_key = ?, mime = ?, bytes = ?, sha256 = ?, fetched_at = ?,"
      " status = ?, via = ? WHERE url = ?",
      path, target.names.key, response.mime, item.file->bytes, item.file->sha256, now,
      response.status, to_string(response.via), target.url);
}

void Targets::have_come(const std::vector<NewTarget>& targets) {
  count_ += static_cast<std::uint64_t>(std::count_if(
      targets.begin(), targets.end(), [](const NewTarget& target) { return !target.replaces; }));
}

}  // namespace tagtrail::host
