#include "store/left_out.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>

#include "store/left_elsewhere.hpp"
#include "tagtrail/exchange.hpp"

namespace tagtrail::host {
namespace {

using sqlite::Row;

constexpr int kFirstRefusal = 400;
constexpr int kFirstServerError = 500;

struct Words {
  LeftOutCause cause;
  std::string_view name;
  std::string_view one;   ///< behind `1 `
  std::string_view many;  ///< behind another number
};

constexpr auto kWords = std::to_array<Words>({
    {LeftOutCause::partly_read, "partly_read", "page read only in part", "pages read only in part"},
    {LeftOutCause::robots, "robots", "address that robots.txt forbids",
     "addresses that robots.txt forbids"},
    {LeftOutCause::robots_unreachable, "robots_unreachable",
     "address of a host whose robots.txt can't be read",
     "addresses of hosts whose robots.txt can't be read"},
    {LeftOutCause::refused, "refused", "address that the server refused (such as 401 or 403)",
     "addresses that the server refused (such as 401 or 403)"},
    {LeftOutCause::patience, "patience", "address of a host that asked to be left alone",
     "addresses of hosts that asked to be left alone"},
    {LeftOutCause::server_error, "server_error", "address answered with a server error (5xx)",
     "addresses answered with a server error (5xx)"},
    {LeftOutCause::client_error, "client_error", "address answered with another error (4xx)",
     "addresses answered with another error (4xx)"},
    {LeftOutCause::too_large, "too_large", "address whose content is larger than the limit",
     "addresses whose content is larger than the limit"},
    {LeftOutCause::incomplete, "incomplete", "address whose content arrived only in part",
     "addresses whose content arrived only in part"},
    {LeftOutCause::timeout, "timeout", "address that took too long",
     "addresses that took too long"},
    {LeftOutCause::network, "network", "address that could not be reached",
     "addresses that could not be reached"},
    {LeftOutCause::tls, "tls", "address without a secure connection",
     "addresses without a secure connection"},
    {LeftOutCause::refused_address, "refused_address", "address in a private network",
     "addresses in a private network"},
    {LeftOutCause::unsupported, "unsupported", "address of a kind that is not loaded",
     "addresses of a kind that is not loaded"},
    {LeftOutCause::browser, "browser", "page that the browser could not read",
     "pages that the browser could not read"},
    {LeftOutCause::disk_full, "disk_full", "address for which the disk had no room",
     "addresses for which the disk had no room"},
    {LeftOutCause::acts, "acts", "link not opened, because it would do something",
     "links not opened, because they would do something"},
    {LeftOutCause::trap, "trap", "part of the site skipped, because it never ends and adds nothing",
     "parts of the site skipped, because they never end and add nothing"},
    {LeftOutCause::elsewhere, "elsewhere", "file on another host, out of scope",
     "files on other hosts, out of scope"},
    {LeftOutCause::forms, "forms", "form not tried, because it sends by POST or may do something",
     "forms not tried, because they send by POST or may do something"},
    {LeftOutCause::forms_more, "forms_more", "search form that may hold more than it was asked for",
     "search forms that may hold more than they were asked for"},
    {LeftOutCause::not_asked, "not_asked", "link not yet followed when the run ended",
     "links not yet followed when the run ended"},
});

const Words& words_of(LeftOutCause cause) {
  const auto* const at = std::find_if(kWords.begin(), kWords.end(),
                                      [&](const Words& words) { return words.cause == cause; });
  return at == kWords.end() ? kWords.front() : *at;
}

std::optional<LeftOutCause> cause_named(std::string_view name) {
  const auto* const at = std::find_if(kWords.begin(), kWords.end(),
                                      [&](const Words& words) { return words.name == name; });
  return at == kWords.end() ? std::nullopt : std::optional(at->cause);
}

std::optional<LeftOutCause> cause_of_status(std::int64_t status) {
  if (status < kFirstRefusal) return std::nullopt;
  switch (status) {
    case 404:
    case 410:
      return std::nullopt;
    case 401:
    case 402:
    case 403:
    case 407:
    case 451:
      return LeftOutCause::refused;
    case 429:
      return LeftOutCause::patience;
    default:
      return status < kFirstServerError ? LeftOutCause::client_error : LeftOutCause::server_error;
  }
}

/// Nothing for dead links, and for what is not within reach.
std::optional<LeftOutCause> cause_of(std::string_view error, std::int64_t status) {
  if (error == to_string(FetchError::none)) return cause_of_status(status);
  if (error == to_string(FetchError::out_of_scope)) return std::nullopt;
  if (error == to_string(FetchError::rate_limited)) return LeftOutCause::patience;
  if (error == to_string(FetchError::host_taken)) return LeftOutCause::patience;
  if (error == to_string(FetchError::truncated)) return LeftOutCause::incomplete;
  return cause_named(error).value_or(LeftOutCause::network);
}

class Gathering {
 public:
  void add(LeftOut one) {
    LeftOut& all = by_cause_[one.cause];
    all.cause = one.cause;
    all.count += one.count;
    all.links += one.links;
    if (all.example.empty()) all.example = std::move(one.example);
    all.elsewhere = std::move(one.elsewhere);
  }
  std::vector<LeftOut> take() {
    std::vector<LeftOut> list;
    for (auto& [cause, one] : by_cause_) {
      if (one.count > 0) list.push_back(std::move(one));
    }
    return list;
  }

 private:
  std::map<LeftOutCause, LeftOut> by_cause_;
};

/// Of an address that was asked for several times the newest answer counts; where a file is in
/// hand, or only a usual place was tried, nothing is missing.
Expected<void> gather_skips(sqlite::Database& database, Gathering& into) {
  return database.each(
      "WITH skip AS MATERIALIZED (SELECT r.n, r.error, r.status, d.url FROM response r"
      " JOIN decision d ON d.n = r.n"
      " WHERE (r.error <> 'none' OR r.status >= 400) AND d.tag_path NOT LIKE '/site/%'"
      " AND NOT EXISTS (SELECT 1 FROM target t WHERE t.url = d.url)),"
      " newest AS MATERIALIZED (SELECT url, max(n) AS n FROM (SELECT url, n FROM decision"
      " WHERE url IN (SELECT url FROM skip) UNION ALL SELECT url, n FROM url"
      " WHERE url IN (SELECT url FROM skip)) GROUP BY url)"
      " SELECT error, status, count(*), min(n), url FROM skip JOIN newest USING (url, n)"
      " GROUP BY error, status ORDER BY min(n)",
      [&](const Row& row) {
        const auto cause = cause_of(row.text(0), row.integer(1));
        if (cause) into.add({*cause, row.number(2), 0, row.string(4), {}});
      });
}

Expected<void> gather_cuts(sqlite::Database& database, Gathering& into) {
  return database.each(
      "WITH cut AS MATERIALIZED (SELECT r.n, r.links_cut, d.url FROM response r"
      " JOIN decision d ON d.n = r.n WHERE r.links_cut IS NOT NULL),"
      " newest AS MATERIALIZED (SELECT url, max(n) AS n FROM (SELECT url, n FROM decision"
      " WHERE url IN (SELECT url FROM cut) UNION ALL SELECT url, n FROM url"
      " WHERE url IN (SELECT url FROM cut)) GROUP BY url)"
      " SELECT count(*), coalesce(sum(links_cut), 0), min(n), url FROM cut"
      " JOIN newest USING (url, n)",
      [&](const Row& row) {
        into.add({LeftOutCause::partly_read, row.number(0), row.number(1), row.string(3), {}});
      });
}

Expected<void> gather_kept(sqlite::Database& database, Gathering& into) {
  return database.each("SELECT cause, count, links, example FROM left_out", [&](const Row& row) {
    const auto cause = cause_named(row.text(0));
    if (cause) into.add({*cause, row.number(1), row.number(2), row.string(3), {}});
  });
}

/// What is kept of the hosts.
Expected<void> add_hosts(sqlite::Database& database, std::vector<LeftOut>& list) {
  for (LeftOut& one : list) {
    if (one.cause == LeftOutCause::elsewhere) one.elsewhere = TRY(read_hosts_elsewhere(database));
  }
  return {};
}

}  // namespace

std::string_view to_string(LeftOutCause cause) { return words_of(cause).name; }

nlohmann::ordered_json left_out_to_json(const LeftOut& left_out) {
  nlohmann::ordered_json json = {{"cause", to_string(left_out.cause)}, {"count", left_out.count}};
  if (left_out.links > 0) json["links"] = left_out.links;
  if (left_out.cause == LeftOutCause::elsewhere) json.update(hosts_to_json(left_out.elsewhere));
  json["example"] = left_out.example;
  return json;
}

nlohmann::ordered_json left_out_to_json(const std::vector<LeftOut>& list) {
  auto json = nlohmann::ordered_json::array();
  for (const LeftOut& one : list) json.push_back(left_out_to_json(one));
  return json;
}

std::string words_for(const LeftOut& left_out) {
  if (!left_out.elsewhere.most.empty()) return words_for(left_out.elsewhere, left_out.count);
  const Words& words = words_of(left_out.cause);
  return std::string(left_out.count == 1 ? words.one : words.many);
}

std::string to_text(const LeftOut& left_out) {
  std::string text = fmt::format("{}{} {}", left_out.elsewhere.more ? "at least " : "",
                                 left_out.count, words_for(left_out));
  if (!left_out.elsewhere.most.empty()) return text;
  if (left_out.links > 0)
    text += fmt::format(", with about {} links {}", left_out.links,
                        left_out.cause == LeftOutCause::trap ? "not followed" : "lost");
  if (left_out.example.empty()) return text;
  return text + (left_out.count == 1 ? ": " : ", such as ") + left_out.example;
}

Expected<std::vector<LeftOut>> read_left_out(sqlite::Database& database) {
  Gathering all;
  TRY(gather_skips(database, all));
  TRY(gather_cuts(database, all));
  TRY(gather_kept(database, all));
  auto list = all.take();
  TRY(add_hosts(database, list));
  return list;
}

Expected<void> keep_left_out(sqlite::Database& database, const LeftOut& left_out) {
  const std::string_view cause = to_string(left_out.cause);
  if (left_out.cause == LeftOutCause::elsewhere) {
    TRY(keep_hosts_elsewhere(database, left_out.elsewhere));
  }
  if (left_out.count == 0) return database.run("DELETE FROM left_out WHERE cause = ?", cause);
  return database.run(
      "INSERT OR REPLACE INTO left_out(cause, count, links, example) VALUES(?, ?, ?, ?)", cause,
      left_out.count, left_out.links, left_out.example);
}

}  // namespace tagtrail::host
