#include "fleet/site_removing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "fleet/queue.hpp"

namespace tagtrail::host {
namespace {

/// The condition for the sites of a choice, and its values.
struct Condition {
  std::string sql;
  std::vector<postgres::Value> values;
};

std::string numbered_places(std::size_t first, std::size_t count) {
  std::string places;
  for (std::size_t i = 0; i < count; ++i) {
    places += fmt::format("{}${}", i == 0 ? "" : ",", first + i);
  }
  return places;
}

Condition condition_of(const RemovalChoice& choice) {
  Condition condition{
      "($1::text = '' OR coalesce(site_host, host) = $1::text)"
      " AND ($2::text = '' OR url = $2::text)"
      " AND ($3::text = '' OR state = $3::text)",
      {choice.host, choice.url, choice.state}};
  if (choice.ids.empty()) return condition;
  condition.sql += fmt::format(" AND id IN ({})",
                               numbered_places(condition.values.size() + 1, choice.ids.size()));
  condition.values.insert(condition.values.end(), choice.ids.begin(), choice.ids.end());
  return condition;
}

/// Sites that one statement only counts.
constexpr std::size_t kCountedAtOnce = 5'000;

/// The work for a choice with at most so many of its ids in one statement.
Expected<void> in_parts(const RemovalChoice& choice, std::size_t most,
                        const std::function<Expected<void>(const Condition&)>& work) {
  if (choice.ids.empty()) return work(condition_of(choice));
  for (std::size_t begin = 0; begin < choice.ids.size(); begin += most) {
    const std::size_t end = std::min(choice.ids.size(), begin + most);
    RemovalChoice part{{}, choice.host, choice.url, choice.state, {}};
    part.ids.assign(choice.ids.begin() + static_cast<std::ptrdiff_t>(begin),
                    choice.ids.begin() + static_cast<std::ptrdiff_t>(end));
    TRY(work(condition_of(part)));
    if (choice.told) choice.told(end);
  }
  return {};
}

/// Some of the sites, at most kRowsAtOnce: those that were removed count. Whoever takes one of them
/// in this instant has it.
Expected<Removed> remove_some(postgres::Connection& connection, const Condition& condition) {
  auto transaction = TRY(postgres::Transaction::begin(connection));
  const auto gone = TRY(connection.run(
      fmt::format("DELETE FROM tagtrail_site WHERE id IN (SELECT id FROM tagtrail_site"
                  " WHERE state <> 'held' AND {} ORDER BY id LIMIT {} FOR UPDATE SKIP LOCKED)"
                  " RETURNING id",
                  condition.sql, kRowsAtOnce)
          .c_str(),
      condition.values));
  Removed removed;
  removed.sites = static_cast<std::uint64_t>(gone.rows());
  if (removed.sites == 0) return removed;
  std::vector<postgres::Value> ids;
  for (int row = 0; row < gone.rows(); ++row) ids.emplace_back(gone.string(row, 0));
  const auto files = TRY(connection.run(
      fmt::format("DELETE FROM tagtrail_file WHERE site IN ({})", numbered_places(1, ids.size()))
          .c_str(),
      ids));
  removed.files = files.changed();
  TRY(transaction.commit());
  return removed;
}

/// Sites of the choice that are held, or are not.
Expected<std::uint64_t> count_sites(postgres::Connection& connection, const Condition& condition,
                                    bool held) {
  const auto row = TRY(
      connection.run(fmt::format("SELECT count(*) FROM tagtrail_site WHERE state {} 'held' AND {}",
                                 held ? "=" : "<>", condition.sql)
                         .c_str(),
                     condition.values));
  return static_cast<std::uint64_t>(row.integer(0, 0));
}

}  // namespace

Expected<Removed> remove_sites(postgres::Connection& connection, const RemovalChoice& choice) {
  Removed all;
  TRY(in_parts(choice, kRowsAtOnce, [&](const Condition& condition) -> Expected<void> {
    for (;;) {
      const auto some =
          TRY(postgres::again_while_busy([&] { return remove_some(connection, condition); }));
      if (some.sites == 0) break;
      all.sites += some.sites;
      all.files += some.files;
    }
    all.held += TRY(count_sites(connection, condition, true));
    return {};
  }));
  return all;
}

Expected<Removed> count_removable(postgres::Connection& connection, const RemovalChoice& choice) {
  Removed all;
  TRY(in_parts(choice, kCountedAtOnce, [&](const Condition& condition) -> Expected<void> {
    all.sites += TRY(count_sites(connection, condition, false));
    all.held += TRY(count_sites(connection, condition, true));
    const auto files = TRY(
        connection.run(fmt::format("SELECT count(*) FROM tagtrail_file WHERE site IN"
                                   " (SELECT id FROM tagtrail_site WHERE state <> 'held' AND {})",
                                   condition.sql)
                           .c_str(),
                       condition.values));
    all.files += static_cast<std::uint64_t>(files.integer(0, 0));
    return {};
  }));
  return all;
}

}  // namespace tagtrail::host
