#include "store/responses.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "system/codecs/zstd.hpp"

namespace tagtrail::host {
namespace {

using Json = nlohmann::ordered_json;
using sqlite::Row;

constexpr std::size_t kMaxLetters = 50;
constexpr int kFirstRefusal = 400;

std::string reason_json(const Reason& reason) {
  Json terms = Json::array();
  for (const ReasonTerm& term : reason.terms) {
    terms.push_back(Json{{"name", term.name}, {"value", term.value}});
  }
  return Json{{"words", reason.words}, {"terms", std::move(terms)}}.dump(
      -1, ' ', false, Json::error_handler_t::replace);
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
  constexpr std::string_view kSetUrl =
      "INSERT INTO url(url, n) VALUES(?, ?) ON CONFLICT(url) DO UPDATE SET n = excluded.n";
  TRY(database_.run(kSetUrl, request.url, n));
  if (url != request.url) TRY(database_.run(kSetUrl, url, n));
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
Expected<std::optional<std::uint64_t>> Responses::links_cut_of(const ResponseCommit& item) const {
  const Response& response = item.response;
  if (response.is_page && response.page.truncated) return response.page.links_cut;
  if (!response.not_modified || response.is_page) return std::nullopt;
  return database_.value<std::optional<std::uint64_t>>(
      "SELECT r.links_cut FROM url u JOIN response r ON r.n = u.n WHERE u.url = ?",
      item.request.url);
}

Expected<std::string> Responses::path_of(const ResponseCommit& item) const {
  const auto parent = TRY(database_.value<std::string>(
      "SELECT path FROM url JOIN decision USING (n) WHERE url.url = ?", item.request.source_page));
  return discovery_path(parent, item.request.tag_path, item.redirect_chain.size());
}

Expected<Bytes> Responses::record(std::uint64_t n) const {
  Bytes record;
  TRY(database_.each(
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
  return database_
      .value<std::string>("SELECT via FROM url JOIN response USING (n) WHERE url.url = ?", url)
      .value_or(std::string());
}

}  // namespace tagtrail::host
