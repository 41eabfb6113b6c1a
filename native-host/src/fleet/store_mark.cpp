#include "fleet/store_mark.hpp"

#include <fmt/format.h>

#include <random>

#include "system/sha256.hpp"

namespace tagtrail::host {
namespace {

/// Some of the newest: one may be gone by the time it is looked for.
constexpr int kCheckpointsToTry = 20;
constexpr std::uint64_t kLargestMark = 1024;

std::string new_text() {
  std::random_device random;
  return fmt::format("the store of a fleet: {:08x}{:08x}{:08x}{:08x}\n", random(), random(),
                     random(), random());
}

/// Empty: none yet.
Expected<std::string> mark_in(postgres::Connection& connection) {
  const auto row = TRY(connection.run("SELECT store_mark FROM tagtrail_fleet WHERE one = 1"));
  std::string mark = row.rows() > 0 ? row.string(0, 0) : std::string();
  if (mark.empty() || is_digest(mark)) return mark;
  return fail(
      ErrorCode::invalid_data,
      "what the database says of the fleet's store is damaged: stop all workers and run fleet "
      "init --new-store");
}

tl::unexpected<Error> not_ours(const char* lacks) {
  return fail(
      ErrorCode::network,
      fmt::format("this is not the store of this fleet, or is not mounted: it lacks {}; for "
                  "another store: fleet init --new-store",
                  lacks));
}

}  // namespace

Expected<StoreMark> read_store_mark(postgres::Connection& connection) {
  StoreMark mark{TRY(mark_in(connection)), {}};
  if (!mark.sha256.empty()) return mark;
  mark.text = new_text();
  mark.sha256 = sha256_of(mark.text);
  const auto rows =
      TRY(connection.run("SELECT checkpoint FROM tagtrail_site WHERE checkpoint <> ''"
                         " ORDER BY coalesce(ended_at, held_at) DESC, id LIMIT $1::int",
                         {kCheckpointsToTry}));
  for (int row = 0; row < rows.rows(); ++row) mark.checkpoints.push_back(rows.string(row, 0));
  return mark;
}

Expected<void> must_have_mark(Store& store, const std::string& sha256) {
  const auto mark = store.get_bytes(sha256, kLargestMark);
  if (mark) return {};
  const ErrorCode code = mark.error().code;
  if (code == ErrorCode::not_found) return not_ours("its mark");
  if (code != ErrorCode::invalid_data && code != ErrorCode::too_large) {
    return tl::unexpected(mark.error());
  }
  // Waited for, as one that is away: nothing that the fleet has there is lost by it.
  return fail(
      ErrorCode::network,
      fmt::format("the mark of the fleet's store is damaged ({}): put it back from a copy of "
                  "the store; or stop all workers and run fleet init --new-store, after "
                  "which this or another store gets a new one",
                  mark.error().message));
}

Expected<void> prove_store(Store& store, const StoreMark& mark) {
  if (mark.is_settled()) {
    TRY(must_have_mark(store, mark.sha256));
    return try_store(store);
  }
  bool has_one = mark.checkpoints.empty();
  for (const std::string& checkpoint : mark.checkpoints) {
    if (has_one) break;
    has_one = is_digest(checkpoint) && TRY(store.look(checkpoint)).has_value();
  }
  if (!has_one) return not_ours("the checkpoints of all sites");
  TRY(try_store(store));
  return store.put_bytes(mark.text, mark.sha256);
}

Expected<StoreMark> settle_store_mark(postgres::Connection& connection, const StoreMark& mark) {
  TRY(connection.run(
      "UPDATE tagtrail_fleet SET store_mark = $1 WHERE one = 1 AND coalesce(store_mark, '') = ''",
      {mark.sha256}));
  return StoreMark{TRY(mark_in(connection)), {}};
}

Expected<std::uint64_t> forget_store(postgres::Connection& connection) {
  const auto forgotten = TRY(
      connection.run("UPDATE tagtrail_site SET checkpoint = NULL WHERE checkpoint IS NOT NULL"));
  TRY(connection.run("UPDATE tagtrail_fleet SET store_mark = NULL WHERE one = 1"));
  return forgotten.changed();
}

}  // namespace tagtrail::host
