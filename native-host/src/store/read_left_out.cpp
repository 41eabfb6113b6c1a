#include "store/read_left_out.hpp"

#include <map>
#include <nlohmann/json.hpp>
#include <optional>

#include "store/left_elsewhere.hpp"
#include "tagtrail/parts_of_answers.hpp"

namespace tagtrail::host {
namespace {

using sqlite::Row;

constexpr int kClientErrors = 400;
constexpr int kServerErrors = 500;
constexpr std::uint64_t kAnyRoundNumber = 1'000;  // where only the address is to tell

std::optional<LeftOutCause> cause_of_status(std::int64_t status) {
  if (status < kClientErrors) return std::nullopt;
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
      return status < kServerErrors ? LeftOutCause::client_error : LeftOutCause::server_error;
  }
}

/// Nothing for dead links, and for what is not within reach.
std::optional<LeftOutCause> cause_of(std::string_view error, std::int64_t status) {
  if (error == to_string(FetchError::none)) return cause_of_status(status);
  if (error == to_string(FetchError::out_of_scope)) return std::nullopt;
  if (error == to_string(FetchError::rate_limited)) return LeftOutCause::patience;
  if (error == to_string(FetchError::host_taken)) return LeftOutCause::patience;
  if (error == to_string(FetchError::truncated)) return LeftOutCause::incomplete;
  return left_out_cause_named(error).value_or(LeftOutCause::network);
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
/// hand, or only a usual place was tried, nothing is missing. Of a list that refuses a page, or a
/// table that does not give so much at once, the engine knows what that costs; of a file that is
/// not given as a whole, its part tells.
Expected<void> gather_skips(sqlite::Database& database, Gathering& into) {
  return database.each(
      "WITH skip AS MATERIALIZED (SELECT r.n, r.error, r.status, d.url FROM response r"
      " JOIN decision d ON d.n = r.n"
      " WHERE (r.error <> 'none' OR r.status >= 400) AND d.tag_path NOT LIKE '/site/%'"
      " AND NOT ((d.tag_path LIKE '/catalogue/%' OR d.tag_path LIKE '/export/%') AND r.error = "
      "'none'"
      " AND r.status IN (400, 413, 414, 422))"
      " AND NOT (d.tag_path LIKE '/catalogue/%/data' AND r.error = 'none' AND r.status = 403)"
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
    const auto cause = left_out_cause_named(row.text(0));
    // A cause of a newer program.
    if (cause) into.add({*cause, row.number(1), row.number(2), row.string(3), {}});
  });
}

/// The rows of the only table of delimited text; nothing: there is no such table, or more of it.
std::optional<std::uint64_t> rows_of_text(std::string_view look) {
  const auto json = nlohmann::json::parse(look, nullptr, false);
  if (!json.is_object()) return std::nullopt;
  const auto tables = json.find("tables");
  if (tables == json.end() || !tables->is_array() || tables->size() != 1) return std::nullopt;
  const auto& table = tables->front();
  if (!table.contains("dialect") || table.contains("rowsAtLeast")) return std::nullopt;
  const auto rows = table.find("rows");
  if (rows == table.end() || !rows->is_number_unsigned()) return std::nullopt;
  return rows->get<std::uint64_t>();
}

/// Text has no place to say that it ends too early: only its number of rows does. Of several parts
/// of the same one that has fewer rows is the last.
Expected<void> gather_cut_text(sqlite::Database& database, Gathering& into) {
  struct Whole {
    std::string example;
    bool ends = false;
  };
  // A job of an earlier version has not looked into its files.
  const auto has_looks = TRY(database.value<std::int64_t>(
      "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = 'look'"));
  if (has_looks == 0) return {};
  std::map<std::string, Whole> wholes;
  TRY(database.each(
      "SELECT t.url, l.json FROM target t JOIN look l ON l.sha256 = t.sha256 ORDER BY t.id",
      [&](const Row& row) {
        const std::string_view url = row.text(0);
        if (!may_stop_at(url, kAnyRoundNumber)) return;
        const auto rows = rows_of_text(row.text(1));
        if (!rows) return;
        Whole& whole = wholes[whole_of(url)];
        if (!may_stop_at(url, *rows)) whole.ends = true;
        if (whole.example.empty()) whole.example = url;
      }));
  for (auto& [all, whole] : wholes) {
    if (!whole.ends) into.add({LeftOutCause::cut_files, 1, 0, std::move(whole.example), {}});
  }
  return {};
}

/// What is kept of the hosts.
Expected<void> add_hosts(sqlite::Database& database, std::vector<LeftOut>& list) {
  for (LeftOut& one : list) {
    if (one.cause == LeftOutCause::elsewhere) one.elsewhere = TRY(read_hosts_elsewhere(database));
  }
  return {};
}

}  // namespace

LeftOut left_by_answer(const Response& response, std::string_view url) {
  const auto cause = cause_of(to_string(response.error), response.status);
  return {cause.value_or(LeftOutCause::client_error), 1, 0, std::string(url), {}};
}

Expected<std::vector<LeftOut>> read_left_out(sqlite::Database& database) {
  Gathering all;
  TRY(gather_skips(database, all));
  TRY(gather_cuts(database, all));
  TRY(gather_kept(database, all));
  TRY(gather_cut_text(database, all));
  auto list = all.take();
  TRY(add_hosts(database, list));
  return list;
}

Expected<void> keep_left_out(sqlite::Database& database, const std::vector<LeftOut>& list) {
  TRY(database.run("DELETE FROM left_out"));
  for (const LeftOut& one : list) {
    if (one.cause == LeftOutCause::elsewhere) {
      TRY(keep_hosts_elsewhere(database, one.elsewhere));
    }
    if (one.count == 0) continue;
    TRY(database.run(
        "INSERT OR REPLACE INTO left_out(cause, count, links, example) VALUES(?, ?, ?, ?)",
        to_string(one.cause), one.count, one.links, one.example));
  }
  return {};
}

}  // namespace tagtrail::host
