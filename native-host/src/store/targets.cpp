// Reading targets back.
#include "store/targets.hpp"

#include <nlohmann/json.hpp>

#include "store/sqlite_job_store.hpp"

namespace tagtrail::host {
namespace {

using sqlite::Row;

Expected<TargetRow> target_of(const Row& row) {
  TargetRow target;
  target.url = row.string(0);
  target.name = row.string(1);
  target.path = row.string(2);
  target.mime = row.string(3);
  target.bytes = static_cast<std::uint64_t>(row.integer(4));
  target.sha256 = row.string(5);
  target.page = row.string(6);
  target.tag_path = row.string(7);
  target.anchor = row.string(8);
  const auto redirects = nlohmann::json::parse(row.text(9), nullptr, false);
  if (!redirects.is_array()) {
    return fail(ErrorCode::invalid_data, "job.db: the redirects of " + target.url + " are damaged");
  }
  for (const auto& url : redirects) {
    if (url.is_string()) target.redirects.push_back(url.get<std::string>());
  }
  target.fetched_at = row.string(10);
  target.status = static_cast<int>(row.integer(11));
  target.via = row.string(12);
  target.page_via = row.string(13);
  return target;
}

/// Reads each row as a target and hands it on.
template <typename Take>
auto as_targets(Take& take) {
  return [&take](const Row& row) -> Expected<void> {
    const auto target = TRY(target_of(row));
    return take(target);
  };
}

}  // namespace

Expected<void> each_target(sqlite::Database& database,
                           const std::function<Expected<void>(const TargetRow&)>& take) {
  return database.each(
      "SELECT url, name, path, mime, bytes, sha256, page, tag_path, anchor, redirects, fetched_at,"
      " status, via, page_via FROM target ORDER BY id",
      as_targets(take));
}

Expected<void> SqliteJobStore::each_target(
    const std::function<Expected<void>(const TargetRow&)>& take) const {
  return host::each_target(database_, take);
}

Expected<std::vector<TargetRow>> SqliteJobStore::targets() const {
  std::vector<TargetRow> all;
  TRY(each_target([&](const TargetRow& target) -> Expected<void> {
    all.push_back(target);
    return {};
  }));
  return all;
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

Expected<std::vector<TargetRow>> SqliteJobStore::newest_targets(std::uint64_t offset,
                                                                std::uint64_t limit) const {
  return host::newest_targets(database_, offset, limit);
}

}  // namespace tagtrail::host
