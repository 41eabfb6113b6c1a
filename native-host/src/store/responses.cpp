#include "store/responses.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "fetch/asked_by.hpp"
#include "system/codecs/zstd.hpp"
#include "tagtrail/mime.hpp"

namespace tagtrail::host {
namespace {

using Json = nlohmann::ordered_json;
using sqlite::Row;

constexpr std::size_t kMaxLetters = 50;
constexpr int kFirstRefusal = 400;

/// Names of terms with a number: there are some dozens.
constexpr std::size_t kMostTerms = 1000;

std::string json_text(std::string_view text) {
  return Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// As precise as people read it.
std::string json_number(double value) {
  return std::isfinite(value) ? fmt::format("{:.6g}", value) : "null";
}

std::uint32_t hash_of(std::string_view url) {
  return static_cast<std::uint32_t>(std::hash<std::string_view>()(url));
}

/// 32 bits are enough for 4 billion answers.
std::uint32_t short_number(std::uint64_t n) {
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(n, UINT32_MAX));
}

tl::unexpected<Error> damaged(const std::filesystem::path& dir, const std::string& what) {
  return fail(ErrorCode::invalid_data,
              fmt::format("{}: {}; the file was left as it is", (dir / "job.db").string(), what));
}

}  // namespace

std::string skip_kind(std::string_view error, std::int64_t status, std::string_view mime) {
  if (error != to_string(FetchError::none)) return std::string(error);
  if (status >= kFirstRefusal) return fmt::format("status_{}", status);
  return mime == kEmptyMime ? "empty" : "";
}

std::string skip_kind(FetchError error, int status, std::string_view mime) {
  return skip_kind(to_string(error), status, mime);
}

std::string discovery_path(std::string_view parent, std::string_view tag_path,
                           std::size_t redirects) {
  std::string path(parent);
  // Links of pages are below their html element; what is read from XML and robots.txt is not.
  if (!tag_path.empty()) path += tag_path.starts_with("/html") ? 'L' : 'M';
  path.append(std::min(redirects, kMaxLetters + 1), 'R');
  if (path.size() <= kMaxLetters) return path;
  return "+" + path.substr(path.size() - kMaxLetters);
}

/// That of the URL, or the free one that it would have.
Expected<std::size_t> NewestAnswers::slot_of(std::uint32_t hash, const IsOfUrl& is_of_url) const {
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t at = hash & mask;; at = (at + 1) & mask) {
    const Slot& slot = slots_[at];
    if (slot.n == 0 || (slot.hash == hash && TRY(is_of_url(slot.n)))) return at;
  }
}

Expected<std::uint32_t> NewestAnswers::find(std::string_view url, const IsOfUrl& is_of_url) const {
  return slots_[TRY(slot_of(hash_of(url), is_of_url))].n;
}

Expected<void> NewestAnswers::put(std::string_view url, std::uint32_t n, const IsOfUrl& is_of_url) {
  if (3 * (used_ + 1) > 2 * slots_.size()) make_room();
  const std::uint32_t hash = hash_of(url);
  Slot& slot = slots_[TRY(slot_of(hash, is_of_url))];
  if (slot.n == 0) ++used_;
  slot = {hash, std::max(slot.n, n)};
  return {};
}

void NewestAnswers::make_room() {
  std::vector<Slot> before = std::exchange(slots_, std::vector<Slot>(2 * slots_.size()));
  const std::size_t mask = slots_.size() - 1;
  for (const Slot& slot : before) {
    if (slot.n == 0) continue;
    std::size_t at = slot.hash & mask;
    while (slots_[at].n != 0) at = (at + 1) & mask;
    slots_[at] = slot;
  }
}

Expected<void> Responses::load() {
  count_ = TRY(database_.value<std::uint64_t>("SELECT coalesce(max(n), 0) FROM response"));
  const auto note_row = [this](const Row& row) { return note(row.text(1), row.number(0)); };
  TRY(database_.each("SELECT n, url FROM decision", note_row));
  TRY(database_.each("SELECT n, url FROM url", note_row));
  return database_.each("SELECT id, name FROM term",
                        [this](const Row& row) { terms_.emplace(row.string(1), row.number(0)); });
}

Expected<void> Responses::note(std::string_view url, std::uint64_t n) {
  return newest_.put(url, short_number(n), is_of(url));
}

NewestAnswers::IsOfUrl Responses::is_of(std::string_view url) const {
  return [this, url](std::uint32_t n) {
    return database_.value<bool>(
        "SELECT d.url = ?1 OR r.url = ?1 FROM decision d JOIN response r USING (n) WHERE n = ?2",
        url, n);
  };
}

Expected<std::uint32_t> Responses::newest_of(std::string_view url) const {
  return newest_.find(url, is_of(url));
}

/// Its terms by the numbers of their names, which most reasons have in common.
Expected<std::string> Responses::reason_json(const Reason& reason) {
  std::string terms;
  for (const ReasonTerm& term : reason.terms) {
    const auto number = TRY(term_number(term.name));
    const std::string key = number > 0 ? fmt::format("\"{}\"", number) : json_text(term.name);
    terms += fmt::format("{}{}:{}", terms.empty() ? "" : ",", key, json_number(term.value));
  }
  return fmt::format(R"({{"words":{},"terms":{{{}}}}})", json_text(reason.words), terms);
}

/// 0: it has none. Inside a transaction, which may be undone: then they are read again.
Expected<std::uint64_t> Responses::term_number(const std::string& name) {
  if (const auto known = terms_.find(name); known != terms_.end()) return known->second;
  TRY(database_.each(
      "SELECT id FROM term WHERE name = ?",
      [&](const Row& row) { terms_.emplace(name, row.number(0)); }, name));
  if (const auto known = terms_.find(name); known != terms_.end()) return known->second;
  if (terms_.size() >= kMostTerms) return 0;
  TRY(database_.run("INSERT INTO term(name) VALUES(?)", name));
  return terms_[name] = TRY(database_.value<std::uint64_t>("SELECT last_insert_rowid()"));
}

Expected<void> Responses::write(const ResponseCommit& item, std::uint64_t n,
                                const std::string& now) {
  const Request& request = item.request;
  const Response& response = item.response;
  const std::string& url = item.answering_url();
  const auto record =
      TRY(item.record ? compress(*item.record) : compress(encode_response(response)));
  const auto cut = TRY(links_cut_of(item));
  TRY(database_.run(
      "INSERT INTO response(n, request_id, at_ms, committed_at, url, status, error, mime, bytes,"
      " via, record, links_cut) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
      n, request.id, response.at_ms, now, url, response.status, to_string(response.error),
      response.mime, response.body_bytes, to_string(response.via), sqlite::Blob{record}, cut));
  const auto path = TRY(path_of(item));
  const Reason& reason = request.reason;
  const auto why = TRY(reason_json(reason));
  TRY(database_.run(
      "INSERT INTO decision(n, request_id, url, method, purpose, source_page, tag_path, anchor,"
      " depth, action, score, probability, reason, path)"
      " VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
      n, request.id, request.url, asked_by(request.url, request.method), to_string(request.purpose),
      request.source_page, request.tag_path, request.anchor, request.depth, reason.action,
      reason.score, reason.target_probability, why, path));
  TRY(note(request.url, n));
  if (url == request.url) return {};
  TRY(note(url, n));
  return database_.run(
      "INSERT INTO url(url, n) VALUES(?, ?) ON CONFLICT(url) DO UPDATE SET n = excluded.n", url, n);
}

/// A page that did not change since it was cut is cut still.
Expected<std::optional<std::uint64_t>> Responses::links_cut_of(const ResponseCommit& item) const {
  const Response& response = item.response;
  if (response.is_page && response.page.truncated) return response.page.links_cut;
  if (!response.not_modified || response.is_page) return std::nullopt;
  return database_.value<std::optional<std::uint64_t>>("SELECT links_cut FROM response WHERE n = ?",
                                                       TRY(newest_of(item.request.url)));
}

Expected<std::string> Responses::path_of(const ResponseCommit& item) const {
  const auto parent = TRY(database_.value<std::string>("SELECT path FROM decision WHERE n = ?",
                                                       TRY(newest_of(item.request.source_page))));
  return discovery_path(parent, item.request.tag_path, item.redirect_chain.size());
}

Expected<Bytes> record_of(sqlite::Database& database, std::uint64_t n) {
  Bytes record;
  TRY(database.each(
      "SELECT record FROM response WHERE n = ?",
      [&](const Row& row) -> Expected<void> {
        record = TRY(decompress(row.text(0)));
        return {};
      },
      n));
  return record;
}

Expected<void> Responses::replay(const std::filesystem::path& dir, std::uint64_t first,
                                 const std::function<Expected<void>(const Bytes&)>& take) const {
  std::uint64_t expected = first;
  return database_.each(
      "SELECT n, record FROM response WHERE n > ? ORDER BY n",
      [&](const Row& row) -> Expected<void> {
        if (row.number(0) != ++expected) {
          return damaged(dir, fmt::format("response {} is missing", expected));
        }
        const auto record = decompress(row.text(1));
        if (record) return take(*record);
        return damaged(dir, fmt::format("response {}: {}", expected, record.error().message));
      },
      first);
}

Expected<std::map<std::string, std::uint64_t>> Responses::skips() const {
  std::map<std::string, std::uint64_t> skips;
  TRY(
      database_.each("SELECT error, status, mime, count(*) FROM response"
                     " WHERE error <> 'none' OR status >= 400 OR mime = 'application/x-empty'"
                     " GROUP BY error, status, mime",
                     [&](const Row& row) {
                       skips[skip_kind(row.text(0), row.integer(1), row.text(2))] += row.number(3);
                     }));
  return skips;
}

std::string Responses::via_of_page(std::string_view url) const {
  return newest_of(url)
      .and_then([this](std::uint32_t n) {
        return database_.value<std::string>("SELECT via FROM response WHERE n = ?", n);
      })
      .value_or(std::string());
}

}  // namespace tagtrail::host
