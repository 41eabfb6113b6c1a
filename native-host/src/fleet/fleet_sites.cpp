#include "fleet/fleet_sites.hpp"

#include <fmt/format.h>

#include <numeric>

#include "fleet/site_id.hpp"

namespace tagtrail::host {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kColumns =
    "id, url, state, how, files, requests, bytes, exit_code, cause, reason, ending_facts";

std::string or_else(std::string text, std::string_view other) {
  return text.empty() ? std::string(other) : text;
}

std::string text_in(const Json& json, const char* name) { return json.value(name, std::string()); }

/// For people: of one that has ended its ending, of others why they have none.
std::string words_of(SiteEnding how, const Json& ending, const std::string& reason) {
  switch (how) {
    case SiteEnding::complete:
    case SiteEnding::about:
    case SiteEnding::partial:
      return text_in(ending, "words");
    case SiteEnding::unknown:
      return "not known: its worker did not say";
    case SiteEnding::failed:
    case SiteEnding::waiting:
      return fmt::format("{}{}{}", words_for(how), reason.empty() ? "" : ": ", reason);
    case SiteEnding::held:
    case SiteEnding::not_begun:
      return std::string(words_for(how));
  }
  return {};
}

/// What gets what is missing first.
std::string remedy_of(SiteEnding how, const Json& told) {
  if (how == SiteEnding::failed) return "tagtrail fleet retry takes it back";
  if (!told["ending"].is_object()) return {};
  const Json& left = told["left_out"];
  return or_else(text_in(told["ending"], "remedy"),
                 left.empty() ? std::string() : text_in(left.front(), "remedy"));
}

Json site_at(const postgres::Result& page, int row) {
  const SiteEnding how = site_ending_named(page.text(row, 3));
  Json told = told_ending(how, page.text(row, 10));
  const std::string reason = page.string(row, 9);
  const auto count = [&](int column) {
    return static_cast<std::uint64_t>(page.integer(row, column));
  };
  Json site = empty_site();
  site["site"] = page.text(row, 1);
  site["folder"] = site_folder(page.string(row, 1), page.string(row, 0));
  site["state"] = page.text(row, 2);
  site["ending"] = to_string(how);
  site["complete"] = how == SiteEnding::complete;
  site["files"] = count(4);
  site["requests"] = count(5);
  site["bytes"] = count(6);
  if (!page.is_null(row, 7)) site["exit"] = page.integer(row, 7);
  site["cause"] = page.text(row, 8);
  site["reason"] = reason;
  site["words"] = words_of(how, told["ending"], reason);
  site["remedy"] = remedy_of(how, told);
  site["left_out"] = std::move(told["left_out"]);
  site["account"] = std::move(told["account"]);
  return site;
}

}  // namespace

std::uint64_t FleetAccount::sites() const {
  return std::accumulate(
      endings.begin(), endings.end(), std::uint64_t{0},
      [](std::uint64_t sum, const SitesOfEnding& some) { return sum + some.sites; });
}

Json empty_site() {
  return {{"site", ""},        {"folder", ""},
          {"state", ""},       {"ending", ""},
          {"complete", false}, {"files", 0},
          {"requests", 0},     {"bytes", 0},
          {"exit", nullptr},   {"cause", ""},
          {"reason", ""},      {"words", ""},
          {"remedy", ""},      {"left_out", Json::array()},
          {"account", nullptr}};
}

Json account_to_json(const FleetAccount& account) {
  Json json = {{"total", account.sites()}};
  for (std::size_t at = 0; at < kSiteEndings; ++at) {
    json[std::string(to_string(static_cast<SiteEnding>(at)))] = account.endings.at(at).sites;
  }
  return json;
}

Expected<FleetAccount> read_fleet_account(postgres::Connection& connection,
                                          const CatalogueFilter& filter) {
  const auto rows =
      TRY(connection.run(fmt::format("SELECT {} AS how, count(*), min(s.url) FROM tagtrail_site s"
                                     " WHERE ($1::text = '' OR s.url = $1::text)"
                                     " AND ($2::text = '' OR s.state = $2::text) GROUP BY how",
                                     kEndingOfSite)
                             .c_str(),
                         {filter.site, filter.state}));
  FleetAccount account;
  for (int row = 0; row < rows.rows(); ++row) {
    const auto at = static_cast<std::size_t>(site_ending_named(rows.text(row, 0)));
    account.endings.at(at) = {static_cast<std::uint64_t>(rows.integer(row, 1)),
                              rows.string(row, 2)};
  }
  return account;
}

Expected<void> each_site(postgres::Connection& connection, const CatalogueFilter& filter,
                         const TakeSite& take) {
  constexpr int kPage = 500;
  const std::string sql = fmt::format(
      "SELECT {} FROM (SELECT s.*, {} AS how FROM tagtrail_site s) AS site"
      " WHERE id > $1::text AND ($2::text = '' OR url = $2::text)"
      " AND ($3::text = '' OR state = $3::text) ORDER BY id LIMIT $4::int",
      kColumns, kEndingOfSite);
  std::string id;
  for (;;) {
    const auto page = TRY(connection.run(sql.c_str(), {id, filter.site, filter.state, kPage}));
    for (int row = 0; row < page.rows(); ++row) TRY(take(site_at(page, row)));
    if (page.rows() < kPage) return {};
    id = page.string(page.rows() - 1, 0);
  }
}

Expected<std::vector<Json>> incomplete_sites(postgres::Connection& connection, std::size_t limit) {
  const auto page = TRY(connection.run(
      fmt::format("SELECT {} FROM (SELECT s.*, {} AS how FROM tagtrail_site s) AS site"
                  " WHERE how NOT IN ('complete', 'held', 'not_begun') ORDER BY CASE how WHEN "
                  "'failed' THEN 1"
                  " WHEN 'partial' THEN 2 WHEN 'unknown' THEN 3 WHEN 'about' THEN 4"
                  " ELSE 5 END, url, id"
                  " LIMIT $1::int",
                  kColumns, kEndingOfSite)
          .c_str(),
      {limit}));
  std::vector<Json> sites;
  for (int row = 0; row < page.rows(); ++row) sites.push_back(site_at(page, row));
  return sites;
}

}  // namespace tagtrail::host
