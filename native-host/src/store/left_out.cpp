#include "store/left_out.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>

#include "store/left_elsewhere.hpp"
#include "tagtrail/exchange.hpp"
#include "tagtrail/parts_of_answers.hpp"

namespace tagtrail::host {
namespace {

using sqlite::Row;

constexpr int kFirstRefusal = 400;
constexpr int kFirstServerError = 500;
constexpr std::uint64_t kAnyRoundNumber = 1'000;  // where only the address is to tell

struct Words {
  std::string_view one;   ///< behind `1 `
  std::string_view many;  ///< behind another number
  std::string_view remedy = {};
};

// A job that has ended keeps its settings, and asks again for nothing that failed.
constexpr std::string_view kInBrowser =
    "--browser auto reads such pages in a browser, in another --out";
constexpr std::string_view kByHand =
    "open the page in a browser with the extension, which reads what you see";
constexpr std::string_view kLogin =
    "'tagtrail login URL --profile DIR', then --browser auto --profile DIR and another --out";
constexpr std::string_view kLoginOfAnyKind =
    "'tagtrail login URL --profile DIR', then --browser auto --profile DIR and another --out; "
    "where "
    "a browser asks for the password itself (HTTP Basic), USER:PASSWORD@ before the host";
constexpr std::string_view kShow = "--show-browser shows what happens there, in another --out";
constexpr std::string_view kLater = "try again later, in another --out";

Words words_of(LeftOutCause cause) {
  switch (cause) {
    case LeftOutCause::login:
      return {"address that asks for a login", "addresses that ask for a login", kLogin};
    case LeftOutCause::without_login:
      return {"page read without your login, which may show more",
              "pages read without your login, which may show more",
              "--browser always reads every page with it, in another --out"};
    case LeftOutCause::doubtful:
      return {"page read when your login may have ended already",
              "pages read when your login may have ended already",
              "log in again; the same command asks for them again"};
    case LeftOutCause::scripts:
      return {"page whose scripts may show more, read without a browser",
              "pages whose scripts may show more, read without a browser", kInBrowser};
    case LeftOutCause::tab_failed:
      return {
          "page that failed in the browser, or sent it elsewhere, and was read without its scripts",
          "pages that failed in the browser, or sent it elsewhere, and were read without their "
          "scripts",
          kShow};
    case LeftOutCause::stays_empty:
      return {"page that stayed empty in the browser", "pages that stayed empty in the browser",
              kShow};
    case LeftOutCause::stylesheets:
      return {"XML stylesheet (XSLT) that may show links, not run",
              "XML stylesheets (XSLT) that may show links, not run",
              "open the document in a browser that runs them, such as Firefox"};
    case LeftOutCause::partly_read:
      return {"page read only in part", "pages read only in part",
              "perhaps a longer --page-time, where it was read in a browser"};
    case LeftOutCause::mended:
      return {"list with mistakes in its JSON, read past them: an entry there may be missing",
              "lists with mistakes in their JSON, read past them: entries there may be missing"};
    case LeftOutCause::listed_part:
      return {"entry that a catalogue says it has and did not list",
              "entries that a catalogue says it has and did not list"};
    case LeftOutCause::cut_files:
      return {"file that may be cut, by its own words or its round number of rows",
              "files that may be cut, by their own words or their round number of rows",
              "the site's own way to get all rows, such as another limit or an export"};
    case LeftOutCause::controls:
      return {"button, tab or page number that may show more, not pressed",
              "buttons, tabs or page numbers that may show more, not pressed", kByHand};
    case LeftOutCause::routes:
      return {"page behind a # in its address, not opened",
              "pages behind a # in their address, not opened", kByHand};
    case LeftOutCause::frames:
      return {"frame of another host, not read", "frames of other hosts, not read",
              "--files linked, or a harvest of the frame's own address"};
    case LeftOutCause::page_for_file:
      return {"address of a file that gave a page instead",
              "addresses of files that gave a page instead", kLogin};
    case LeftOutCause::other_type:
      return {"address of a wanted file that came as another type",
              "addresses of wanted files that came as another type",
              "--targets with the type that the server sends"};
    case LeftOutCause::no_content:
      return {"address that answered without any content, or is not ready (202, 204, 304)",
              "addresses that answered without any content, or are not ready (202, 204, 304)",
              kLater};
    case LeftOutCause::unnamed:
      return {"download of which neither type nor name tells what it is",
              "downloads of which neither type nor name tells what they are",
              "--targets data,application/octet-stream takes them, in another --out"};
    case LeftOutCause::script_json:
      return {"answer for scripts that was not read for its links",
              "answers for scripts that were not read for their links"};
    case LeftOutCause::robots:
      return {"address that robots.txt forbids", "addresses that robots.txt forbids",
              "ask the site's operators"};
    case LeftOutCause::robots_unreachable:
      return {"address of a host whose robots.txt can't be read",
              "addresses of hosts whose robots.txt can't be read", kLater};
    case LeftOutCause::refused:
      return {"address that the server refused (401, 403 or the like)",
              "addresses that the server refused (401, 403 or the like)", kLoginOfAnyKind};
    case LeftOutCause::patience:
      return {"address of a host that asked to be left alone",
              "addresses of hosts that asked to be left alone",
              "try again later, with a longer --delay and in another --out"};
    case LeftOutCause::server_error:
      return {"address answered with a server error (5xx)",
              "addresses answered with a server error (5xx)", kLater};
    case LeftOutCause::client_error:
      return {"address answered with another error (4xx)",
              "addresses answered with another error (4xx)"};
    case LeftOutCause::too_large:
      return {"address whose content is larger than the limit",
              "addresses whose content is larger than the limit",
              "a larger --max-file-size takes them, in another --out"};
    case LeftOutCause::incomplete:
      return {"address whose content arrived only in part",
              "addresses whose content arrived only in part", kLater};
    case LeftOutCause::timeout:
      return {"address that took too long", "addresses that took too long", kLater};
    case LeftOutCause::network:
      return {"address that could not be reached", "addresses that could not be reached", kLater};
    case LeftOutCause::tls:
      return {"address without a secure connection", "addresses without a secure connection",
              "--ca-file trusts the site's own certificate, in another --out"};
    case LeftOutCause::refused_address:
      return {"address in a private network", "addresses in a private network",
              "--allow-private asks for them, in another --out"};
    case LeftOutCause::unsupported:
      return {"address of a kind that is not loaded", "addresses of a kind that is not loaded"};
    case LeftOutCause::browser:
      return {"page that the browser could not read", "pages that the browser could not read",
              kShow};
    case LeftOutCause::disk_full:
      return {"address for which the disk had no room", "addresses for which the disk had no room",
              "the same command, once there is room"};
    case LeftOutCause::acts:
      return {"link not opened, because it would do something",
              "links not opened, because they would do something",
              "--open-acting all opens them, in another --out"};
    case LeftOutCause::script_links:
      return {"link that promises a file and leads nowhere but to a script",
              "links that promise a file and lead nowhere but to a script", kInBrowser};
    case LeftOutCause::schemes:
      return {"link of a kind that is not loaded (such as ftp)",
              "links of a kind that is not loaded (such as ftp)"};
    case LeftOutCause::inline_files:
      return {"file that is written into a page (data:)",
              "files that are written into pages (data:)", kInBrowser};
    case LeftOutCause::trap:
      return {"part of the site skipped, because it never ends and adds nothing",
              "parts of the site skipped, because they never end and add nothing",
              "--leave-traps off follows them, in another --out"};
    case LeftOutCause::outside:
      return {"file of the same host, out of scope", "files of the same host, out of scope",
              "--scope host takes them, in another --out"};
    case LeftOutCause::elsewhere:
      return {"file on another host, out of scope", "files on other hosts, out of scope",
              "--files linked takes them"};
    case LeftOutCause::forms:
      return {"form not tried, because it sends by POST or may do something",
              "forms not tried, because they send by POST or may do something", kByHand};
    case LeftOutCause::forms_more:
      return {"search form that may hold more than it was asked for",
              "search forms that may hold more than they were asked for"};
    case LeftOutCause::no_memory:
      return {"link not kept, because there was no memory for it (--max-memory)",
              "links not kept, because there was no memory for them (--max-memory)",
              "a higher --max-memory keeps them, in another --out"};
    case LeftOutCause::withheld:
      return {
          "link in a place that is called useless, or not among those that are wanted",
          "links in places that are called useless, or not among those that are wanted",
          "take the word back in the panel, or leave the --recipe that has it, in another --out"};
    case LeftOutCause::not_asked:
      return {"link not yet followed when the run ended",
              "links not yet followed when the run ended",
              "the same command goes on, after a limit with a higher one"};
    case LeftOutCause::unaccounted:
      return {"link of which we do not know what became: an error of Tagtrail, please report it",
              "links of which we do not know what became: an error of Tagtrail, please report it"};
  }
  return {"thing without a name: an error of Tagtrail",
          "things without a name: an error of Tagtrail"};
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
  const Words words = words_of(left_out.cause);
  return std::string(left_out.count == 1 ? words.one : words.many);
}

std::string_view remedy_for(const LeftOut& left_out) {
  // The job takes them already; their hosts gave none.
  if (left_out.elsewhere.taken) return {};
  return words_of(left_out.cause).remedy;
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
