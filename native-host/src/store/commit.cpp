// SqliteJobStore::commit(), the hot path. Order, so that a crash at any instant is harmless: record
// the intended names, sync and place the files, sync the folder, one synced transaction, tidy up.
#include <sys/stat.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <unordered_map>

#include "store/compression.hpp"
#include "store/job_folder.hpp"
#include "store/posix_file.hpp"
#include "store/sqlite_job_store.hpp"

namespace tagtrail::host {
namespace {

using Json = nlohmann::ordered_json;
using sqlite::Row;

std::string dump(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

const std::string& answering_url(const ResponseCommit& item) {
  return item.response.final_url.empty() ? item.request.url : item.response.final_url;
}

std::string reason_json(const Reason& reason) {
  Json terms = Json::array();
  for (const ReasonTerm& term : reason.terms) {
    terms.push_back(Json{{"name", term.name}, {"value", term.value}});
  }
  return dump(Json{{"words", reason.words}, {"terms", std::move(terms)}});
}

bool is_sha256(const std::string& text) {
  constexpr std::size_t kDigits = 64;
  return text.size() == kDigits && text.find_first_not_of("0123456789abcdef") == std::string::npos;
}

}  // namespace

Expected<void> SqliteJobStore::commit(std::vector<ResponseCommit> batch) {
  if (batch.empty() && archived_.empty() && attempts_.empty() && robots_.empty()) return {};
  auto targets = plan(batch);
  if (!targets) {
    namer_.release();
    return tl::unexpected<Error>(targets.error());
  }
  Expected<void> done = place_all(*targets);
  if (done) done = write(batch, *targets);
  namer_.release();
  if (!done) {
    for (NewTarget& target : *targets) placer_.undo(target.placement);
    return done;
  }
  archived_.clear();
  attempts_.clear();
  robots_.clear();
  responses_ += batch.size();
  targets_ += static_cast<std::uint64_t>(std::count_if(
      targets->begin(), targets->end(), [](const NewTarget& target) { return !target.replaces; }));
  tidy_up(batch, *targets);
  // The log is derived: the responses are committed whether or not its lines can be written, and
  // lines that are missing are written with the next ones.
  (void)write_log();
  return {};
}

/// What can't be removed here is removed by the next open(). A name that was given up by renaming
/// may be another file's by now.
void SqliteJobStore::tidy_up(const std::vector<ResponseCommit>& batch,
                             const std::vector<NewTarget>& targets) {
  auto target = targets.begin();
  for (std::size_t i = 0; i < batch.size(); ++i) {
    const bool placed = target != targets.end() && target->index == i;
    const bool renamed = placed && target->placement.step == Placement::Step::renamed;
    if (placed) ++target;
    if (!batch[i].file || renamed) continue;
    std::error_code ignored;
    std::filesystem::remove(batch[i].file->file, ignored);
    std::filesystem::remove(folder::facts_of_part(batch[i].file->file), ignored);
  }
}

Expected<void> SqliteJobStore::check(const FetchedFile& file) const {
  struct stat info {};
  std::error_code ignored;
  const auto folder = file.file.parent_path();
  const bool ours =
      folder == partial_dir() || std::filesystem::equivalent(folder, partial_dir(), ignored);
  const bool whole = ours && ::lstat(file.file.c_str(), &info) == 0 && S_ISREG(info.st_mode) &&
                     static_cast<std::uint64_t>(info.st_size) == file.bytes &&
                     is_sha256(file.sha256);
  if (whole) return {};
  return fail(ErrorCode::invalid_argument,
              file.file.string() + " is not a complete file in the folder for partial files");
}

Expected<std::vector<SqliteJobStore::NewTarget>> SqliteJobStore::plan(
    const std::vector<ResponseCommit>& batch) {
  std::vector<NewTarget> targets;
  std::unordered_map<std::string, std::string> file_of_contents;
  std::unordered_set<std::string> urls;
  const std::string now = utc_now();
  for (std::size_t i = 0; i < batch.size(); ++i) {
    const ResponseCommit& item = batch[i];
    if (!item.file) continue;
    TRY(check(*item.file));
    const std::string& url = answering_url(item);
    const auto known = TRY(digest_of(url));
    const bool replaces = known.has_value() && item.request.revisit && *known != item.file->sha256;
    if ((known.has_value() && !replaces) || !urls.insert(url).second) continue;
    auto names = TRY(replaces ? names_of_newer(item, url)
                              : namer_.choose({item.response.file_name, url, item.response.mime,
                                               now, item.file->sha256}));
    std::string& twin = file_of_contents[item.file->sha256];
    if (twin.empty()) {
      auto stored = TRY(twin_of(item.file->sha256));
      twin = std::move(stored);
    }
    Placement placement{item.file->file, twin, names.file, item.file->sha256, item.file->bytes};
    if (twin.empty()) twin = names.file;
    std::error_code ignored;
    placement.keeps_temporary =
        std::filesystem::exists(folder::facts_of_part(item.file->file), ignored);
    targets.push_back({i, url, std::move(names), std::move(placement), replaces});
  }
  return targets;
}

Expected<std::string> SqliteJobStore::twin_of(const std::string& sha256) const {
  std::string file;
  TRY(database_.each(
      "SELECT substr(path, length('files/') + 1) FROM (SELECT path FROM target WHERE sha256 = ?"
      " UNION ALL SELECT path FROM version WHERE sha256 = ?) LIMIT 1",
      [&](const Row& row) -> Expected<void> {
        file = row.string(0);
        return {};
      },
      sha256, sha256));
  return file;
}

Expected<void> SqliteJobStore::place_all(std::vector<NewTarget>& targets) {
  if (targets.empty()) return {};
  TRY(bring_to_disk(targets));
  for (NewTarget& target : targets) {
    TRY(placer_.place(target.placement));
  }
  return placer_.sync();
}

/// The contents, and which names they are to have, before the names: a power failure between the
/// two would leave files that no row lists. What goes with the whole file system needs no other
/// sync.
Expected<void> SqliteJobStore::bring_to_disk(const std::vector<NewTarget>& targets) {
  if (syncer_.prefers_all(targets.size())) {
    auto lax = database_.execute("PRAGMA synchronous = NORMAL");
    if (lax) lax = record_intents(targets);
    const auto strict = database_.execute("PRAGMA synchronous = FULL");
    if (!lax) return lax;
    if (!strict) return strict;
    if (syncer_.sync_all()) return {};
  }
  // Also what went wrong above, which may have been another's file.
  TRY(record_intents(targets));
  std::vector<std::filesystem::path> files;
  for (const NewTarget& target : targets) files.push_back(target.placement.temporary);
  return syncer_.sync_each(files);
}

Expected<void> SqliteJobStore::record_intents(const std::vector<NewTarget>& targets) {
  auto transaction = TRY(sqlite::Transaction::begin(database_));
  for (const NewTarget& target : targets) {
    TRY(database_.run("INSERT OR REPLACE INTO placing(file, sha256) VALUES(?, ?)",
                      target.names.file, target.placement.sha256));
  }
  return transaction.commit();
}

Expected<void> SqliteJobStore::write(const std::vector<ResponseCommit>& batch,
                                     const std::vector<NewTarget>& targets) {
  auto transaction = TRY(sqlite::Transaction::begin(database_));
  const std::string now = utc_now();
  auto target = targets.begin();
  for (std::size_t i = 0; i < batch.size(); ++i) {
    const std::uint64_t n = responses_ + i + 1;
    TRY(write_response(batch[i], n, now));
    const NewTarget* placed = target == targets.end() || target->index != i ? nullptr : &*target;
    TRY(write_change(batch[i], placed, n, now));
    if (placed == nullptr) continue;
    TRY(placed->replaces ? replace_target(batch[i], *placed, n, now)
                         : write_target(batch[i], *placed, n, now));
    ++target;
  }
  TRY(write_archived());
  TRY(write_politeness());
  if (!targets.empty()) {
    TRY(database_.run("DELETE FROM placing"));
  }
  return transaction.commit();
}

Expected<void> SqliteJobStore::write_response(const ResponseCommit& item, std::uint64_t n,
                                              const std::string& now) {
  const Request& request = item.request;
  const Response& response = item.response;
  const auto record = TRY(compress(encode_response(response)));
  const auto cut = TRY(links_cut_of(item));
  auto written = database_.run(
      "INSERT INTO response(n, request_id, at_ms, committed_at, url, status, error, mime, bytes,"
      " via, record, links_cut) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
      n, request.id, response.at_ms, now, answering_url(item), response.status,
      to_string(response.error), response.mime, response.body_bytes, to_string(response.via),
      sqlite::Blob{record}, cut);
  constexpr std::string_view kSetUrl =
      "INSERT INTO url(url, n) VALUES(?, ?) ON CONFLICT(url) DO UPDATE SET n = excluded.n";
  if (written) written = database_.run(kSetUrl, request.url, n);
  if (written && answering_url(item) != request.url) {
    written = database_.run(kSetUrl, answering_url(item), n);
  }
  if (written) written = write_validators(item, answering_url(item));
  if (written) written = claim_archived(request.url, n);
  if (!written) return written;
  const auto path = TRY(path_of(item));
  const Reason& reason = request.reason;
  return database_.run(
      "INSERT INTO decision(n, request_id, url, method, purpose, source_page, tag_path, anchor,"
      " depth, action, score, probability, reason, path)"
      " VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
      n, request.id, request.url, to_string(request.method), to_string(request.purpose),
      request.source_page, request.tag_path, request.anchor, request.depth, reason.action,
      reason.score, reason.target_probability, reason_json(reason), path);
}

/// A page that did not change since it was cut is cut still.
Expected<std::optional<std::uint64_t>> SqliteJobStore::links_cut_of(const ResponseCommit& item) {
  const Response& response = item.response;
  std::optional<std::uint64_t> cut;
  if (response.is_page && response.page.truncated) cut = response.page.links_cut;
  if (!response.not_modified || response.is_page) return cut;
  TRY(database_.each(
      "SELECT r.links_cut FROM url u JOIN response r ON r.n = u.n WHERE u.url = ?",
      [&](const Row& row) -> Expected<void> {
        if (!row.is_null(0)) cut = static_cast<std::uint64_t>(row.integer(0));
        return {};
      },
      item.request.url));
  return cut;
}

Expected<void> SqliteJobStore::write_target(const ResponseCommit& item, const NewTarget& target,
                                            std::uint64_t n, const std::string& now) {
  return database_.run(
      "INSERT INTO target(n, url, name, path, path_key, mime, bytes, sha256, page, tag_path,"
      " anchor, redirects, fetched_at, status, via, page_via)"
      " VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
      n, target.url, target.names.resource, "files/" + target.names.file, target.names.key,
      item.response.mime, item.file->bytes, item.file->sha256, item.request.source_page,
      item.request.tag_path, item.request.anchor, dump(Json(item.redirect_chain)), now,
      item.response.status, to_string(item.response.via), item.page_via);
}

}  // namespace tagtrail::host
