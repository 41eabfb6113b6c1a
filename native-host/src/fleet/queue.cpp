#include "fleet/queue.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "fleet/site_id.hpp"
#include "tagtrail/text.hpp"

namespace tagtrail::host {
namespace {

using std::chrono::milliseconds;

/// A site during which so many workers died, none of which had come further, is to blame for it.
constexpr int kMostLosses = 20;

/// Whether a statement that names a site and a fence has found the site so.
Expected<bool> was_ours(const Expected<postgres::Result>& result) {
  if (!result) return tl::unexpected(result.error());
  return result->changed() > 0;
}

Expected<void> done(const Expected<postgres::Result>& result) {
  if (!result) return tl::unexpected(result.error());
  return {};
}

std::optional<milliseconds> time_at(const postgres::Result& rows, int column) {
  if (rows.is_null(0, column)) return std::nullopt;
  return milliseconds(rows.integer(0, column));
}

std::optional<std::int64_t> milliseconds_of(std::optional<milliseconds> time) {
  return time ? std::optional<std::int64_t>(time->count()) : std::nullopt;
}

/// How long a site that was put down is left to the worker that has its job. One that has failed is
/// not: another may fare better with it.
std::optional<std::int64_t> left_to_its_worker(const SiteFate& fate) {
  if (fate.state != kSiteWaiting || !fate.cause.empty()) return std::nullopt;
  return milliseconds(FleetQueue::kLeftToItsWorker).count();
}

}  // namespace

Expected<std::optional<HeldSite>> FleetQueue::take(const std::string& worker, milliseconds lease) {
  return take_by(
      "UPDATE tagtrail_site SET state = 'held', fence = fence + 1, worker_before = worker,"
      " worker = $1, held_at = now(), until_at = now() + $2::bigint * interval '1 millisecond'"
      " WHERE id = (SELECT s.id FROM tagtrail_site s"
      "  WHERE s.state = 'waiting' AND s.due_at <= now()"
      "  AND (s.until_at IS NULL OR s.until_at <= now() OR s.worker = $1"
      "   OR s.checkpoint IS NOT NULL)"
      "  AND NOT EXISTS (SELECT 1 FROM tagtrail_site h"
      "   WHERE h.state = 'held' AND h.host = s.host)"
      "  AND NOT EXISTS (SELECT 1 FROM tagtrail_host r"
      "   WHERE r.host = s.host AND r.not_before_at > now())"
      "  AND NOT EXISTS (SELECT 1 FROM tagtrail_claim c JOIN tagtrail_site o ON o.id = c.site"
      "   AND o.fence = c.fence AND o.state = 'held' WHERE c.host IN (s.host, s.domain)"
      "   AND o.id <> s.id)"
      "  AND NOT EXISTS (SELECT 1 FROM tagtrail_fleet f WHERE f.paused)"
      "  ORDER BY s.due_at, s.id LIMIT 1 FOR UPDATE SKIP LOCKED)"
      " RETURNING id, fence, url, options, worker_before, checkpoint, tries, host, every_ms,"
      " interval_ms, every_ms IS NOT NULL AND catalogued IS NOT NULL, coalesce(put_downs, 0)",
      {worker, lease.count()});
}

Expected<std::optional<HeldSite>> FleetQueue::take_again(const std::string& worker,
                                                         milliseconds lease) {
  return take_by(
      "UPDATE tagtrail_site SET state = 'held', fence = fence + 1, catalogued = fence,"
      " catalogued_by = worker, worker_before = worker, worker = $1, held_at = now(),"
      " until_at = now() + $2::bigint * interval '1 millisecond', ended_at = NULL"
      " WHERE id = (SELECT s.id FROM tagtrail_site s"
      "  WHERE s.next_at <= now() AND s.state IN ('done', 'limit')"
      "  AND (s.worker = $1 OR s.checkpoint IS NOT NULL"
      "   OR s.next_at <= now() - $3::bigint * interval '1 millisecond')"
      "  AND NOT EXISTS (SELECT 1 FROM tagtrail_site h"
      "   WHERE h.state = 'held' AND h.host = s.host)"
      "  AND NOT EXISTS (SELECT 1 FROM tagtrail_host r"
      "   WHERE r.host = s.host AND r.not_before_at > now())"
      "  AND NOT EXISTS (SELECT 1 FROM tagtrail_claim c JOIN tagtrail_site o ON o.id = c.site"
      "   AND o.fence = c.fence AND o.state = 'held' WHERE c.host IN (s.host, s.domain)"
      "   AND o.id <> s.id)"
      "  AND NOT EXISTS (SELECT 1 FROM tagtrail_fleet f WHERE f.paused)"
      "  ORDER BY s.next_at, s.id LIMIT 1 FOR UPDATE SKIP LOCKED)"
      " RETURNING id, fence, url, options, worker_before, checkpoint, tries, host, every_ms,"
      " interval_ms, TRUE, coalesce(put_downs, 0)",
      {worker, lease.count(), milliseconds(kLeftToItsWorker).count()});
}

Expected<std::optional<HeldSite>> FleetQueue::take_by(const char* sql,
                                                      const std::vector<postgres::Value>& values) {
  // Two may choose two sites of one host in the same instant; the index on held hosts then refuses
  // the second, which looks again: `busy`.
  const auto taken = postgres::again_while_busy([&] { return connection_.run(sql, values); });
  if (!taken) {
    if (taken.error().code == ErrorCode::busy) return std::optional<HeldSite>{};
    return tl::unexpected(taken.error());
  }
  if (taken->rows() == 0) return std::optional<HeldSite>{};
  HeldSite site;
  site.id = taken->string(0, 0);
  site.fence = taken->integer(0, 1);
  site.url = taken->string(0, 2);
  site.options = options_of(taken->text(0, 3));
  site.worker_before = taken->string(0, 4);
  site.checkpoint = taken->string(0, 5);
  site.tries = static_cast<unsigned>(taken->integer(0, 6));
  site.host = taken->string(0, 7);
  site.every = time_at(*taken, 8);
  site.interval = time_at(*taken, 9);
  site.revisit = taken->yes(0, 10);
  site.put_downs = static_cast<unsigned>(taken->integer(0, 11));
  return std::optional(std::move(site));
}

Expected<void> FleetQueue::let_go_of_lapsed() {
  return done(connection_.run(
      "UPDATE tagtrail_site SET losses = losses + 1, due_at = now(), until_at = NULL,"
      " state = CASE WHEN losses + 1 >= $1::int THEN 'aside' ELSE 'waiting' END,"
      " cause = 'lost', reason = 'its worker was not heard of any more'"
      " WHERE state = 'held' AND until_at < now()",
      {kMostLosses}));
}

Expected<std::vector<HeldSite>> FleetQueue::held_by(const std::string& worker) {
  const auto rows = TRY(connection_.run(
      "SELECT id, url FROM tagtrail_site WHERE state = 'held' AND worker = $1", {worker}));
  std::vector<HeldSite> sites;
  for (int row = 0; row < rows.rows(); ++row) {
    HeldSite& site = sites.emplace_back();
    site.id = rows.string(row, 0);
    site.url = rows.string(row, 1);
  }
  return sites;
}

Expected<void> FleetQueue::let_go_of_all(const std::string& worker) {
  // What killed the worker may be one of these: each counts as lost, as if its lease had lapsed.
  return done(
      connection_.run("UPDATE tagtrail_site SET losses = losses + 1,"
                      " until_at = now() + $3::bigint * interval '1 millisecond',"
                      " state = CASE WHEN losses + 1 >= $2::int THEN 'aside' ELSE 'waiting' END,"
                      " cause = 'lost', reason = 'its worker was started anew'"
                      " WHERE state = 'held' AND worker = $1",
                      {worker, kMostLosses, milliseconds(kLeftToItsWorker).count()}));
}

Expected<std::set<FleetQueue::Holding>> FleetQueue::renew(const std::vector<Renewal>& leases,
                                                          milliseconds lease) {
  constexpr std::size_t kColumns = 5;
  std::set<Holding> ours;
  for (std::size_t begin = 0; begin < leases.size(); begin += kRowsAtOnce) {
    const std::size_t end = std::min(leases.size(), begin + kRowsAtOnce);
    std::vector<postgres::Value> values;
    for (std::size_t i = begin; i < end; ++i) {
      const auto& [site, counts] = leases[i];
      values.insert(values.end(),
                    {site->id, site->fence, counts.files, counts.requests, counts.bytes});
    }
    const std::string sql = fmt::format(
        "UPDATE tagtrail_site SET until_at = now() + {}::bigint * interval '1 millisecond',"
        " files = held.files::bigint, requests = held.requests::bigint, bytes = held.bytes::bigint,"
        " losses = CASE WHEN held.requests::bigint > coalesce(progress, 0) THEN 0 ELSE losses END,"
        " progress = CASE WHEN held.requests::bigint > coalesce(progress, 0)"
        "  THEN held.requests::bigint ELSE progress END"
        " FROM (VALUES {}) AS held (id, fence, files, requests, bytes)"
        " WHERE tagtrail_site.id = held.id AND tagtrail_site.fence = held.fence::bigint"
        " AND state = 'held' RETURNING tagtrail_site.id, tagtrail_site.fence",
        lease.count(), postgres::places(end - begin, kColumns));
    const auto renewed =
        TRY(postgres::again_while_busy([&] { return connection_.run(sql.c_str(), values); }));
    for (int row = 0; row < renewed.rows(); ++row) {
      ours.emplace(renewed.string(row, 0), renewed.integer(row, 1));
    }
  }
  return ours;
}

Expected<bool> FleetQueue::end(const HeldSite& site, const SiteFate& fate, const SiteEnd& how,
                               const SiteCounts& counts, std::optional<milliseconds> interval,
                               const std::optional<KeptEnding>& ending) {
  const KeptEnding kept = ending.value_or(KeptEnding{});
  // A lease that has lapsed and that nobody took since is as good as held: the fence is still the
  // newest. A schedule that was changed meanwhile counts as it is now. One that was put down keeps
  // its place in the queue.
  return was_ours(connection_.run(
      "UPDATE tagtrail_site SET state = $3::text, tries = $4::int,"
      " due_at = CASE WHEN $5::bigint = 0 THEN due_at"
      "  ELSE now() + $5::bigint * interval '1 millisecond' END,"
      " until_at = now() + $15::bigint * interval '1 millisecond', put_downs = $16::int,"
      " ended_at = CASE WHEN $3::text = 'waiting' THEN NULL ELSE now() END,"
      " losses = CASE WHEN $3::text IN ('done', 'limit') THEN 0 ELSE losses END,"
      " progress = CASE WHEN $3::text IN ('done', 'limit') THEN NULL ELSE progress END,"
      " cause = $6::text, reason = $7::text, exit_code = $8::int, files = $9::bigint,"
      " requests = $10::bigint, bytes = $11::bigint, seconds = $12::double precision,"
      " catalogued = CASE WHEN $3::text = 'waiting' THEN catalogued ELSE fence END,"
      " catalogued_by = CASE WHEN $3::text = 'waiting' THEN catalogued_by ELSE worker END,"
      " ending = CASE WHEN $3::text = 'waiting' THEN ending ELSE $17::text END,"
      " ending_facts = CASE WHEN $3::text = 'waiting' THEN ending_facts ELSE $18::text END,"
      " ending_fence = CASE WHEN $3::text = 'waiting' THEN ending_fence ELSE fence END,"
      " interval_ms = CASE WHEN every_ms = $13::bigint THEN $14::bigint ELSE every_ms END,"
      " next_at = CASE WHEN $3::text IN ('done', 'limit') THEN now() + interval '1 millisecond'"
      "  * CASE WHEN every_ms = $13::bigint THEN $14::bigint ELSE every_ms END END"
      " WHERE id = $1 AND fence = $2::bigint AND state IN ('held', 'waiting')",
      {site.id, site.fence, fate.state, fate.tries, fate.wait.count(), fate.cause,
       to_valid_utf8(how.reason), how.exit, counts.files, counts.requests, counts.bytes,
       counts.seconds, milliseconds_of(site.every), milliseconds_of(interval),
       left_to_its_worker(fate), fate.put_downs, kept.how, postgres::stored_text(kept.facts)}));
}

Expected<bool> FleetQueue::give_back(const HeldSite& site, milliseconds wait) {
  return was_ours(
      connection_.run("UPDATE tagtrail_site SET state = 'waiting', worker = worker_before,"
                      // What it had put down itself stays left to it.
                      " until_at = CASE WHEN worker = worker_before"
                      "  THEN now() + $4::bigint * interval '1 millisecond' END,"
                      " due_at = now() + $3::bigint * interval '1 millisecond'"
                      " WHERE id = $1 AND fence = $2::bigint AND state = 'held'",
                      {site.id, site.fence, wait.count(), milliseconds(kLeftToItsWorker).count()}));
}

Expected<bool> FleetQueue::keep_checkpoint(const HeldSite& site, const std::string& digest) {
  return was_ours(
      connection_.run("UPDATE tagtrail_site SET checkpoint = $3::text"
                      " WHERE id = $1 AND fence = $2::bigint AND state IN ('held', 'waiting')",
                      {site.id, site.fence, digest}));
}

Expected<void> FleetQueue::show_worker(const WorkerFacts& worker) {
  const WorkerPace& pace = worker.pace;
  return done(connection_.run(
      "INSERT INTO tagtrail_worker (id, machine, folder, program, jobs, running, started_at,"
      " seen_at, requests, files, bytes, request_rate, file_rate, byte_rate)"
      " VALUES ($1, $2, $3, $4, $5::int, $6::int, now(), now(), $7::bigint, $8::bigint,"
      " $9::bigint, $10::double precision, $11::double precision, $12::double precision)"
      " ON CONFLICT (id) DO UPDATE SET machine = excluded.machine, folder = excluded.folder,"
      " program = excluded.program, jobs = excluded.jobs, running = excluded.running,"
      " seen_at = now(), left_at = NULL, requests = excluded.requests, files = excluded.files,"
      " bytes = excluded.bytes, request_rate = excluded.request_rate,"
      " file_rate = excluded.file_rate, byte_rate = excluded.byte_rate",
      {worker.id, to_valid_utf8(worker.machine), to_valid_utf8(worker.folder), worker.program,
       worker.jobs, worker.running, pace.done.requests, pace.done.files, pace.done.bytes,
       pace.requests, pace.files, pace.bytes}));
}

Expected<void> FleetQueue::worker_leaves(const std::string& worker) {
  return done(
      connection_.run("UPDATE tagtrail_worker SET left_at = now(), running = 0, request_rate = 0,"
                      " file_rate = 0, byte_rate = 0 WHERE id = $1",
                      {worker}));
}

Expected<std::uint64_t> FleetQueue::open_sites() {
  // Two counts, each by an index of its own.
  const auto row = TRY(connection_.run(
      "SELECT (SELECT count(*) FROM tagtrail_site WHERE state IN ('waiting', 'held'))"
      " + (SELECT count(*) FROM tagtrail_site"
      "  WHERE next_at <= now() AND state IN ('done', 'limit'))"));
  return static_cast<std::uint64_t>(row.integer(0, 0));
}

Expected<void> FleetQueue::set_paused(bool paused) {
  return done(
      connection_.run("UPDATE tagtrail_fleet SET paused = $1::boolean WHERE one = 1", {paused}));
}

Expected<std::uint64_t> FleetQueue::retry(const std::string& host) {
  const auto changed = TRY(connection_.run(
      "UPDATE tagtrail_site SET state = 'waiting', due_at = now(), tries = 0, losses = 0,"
      " ended_at = NULL"
      " WHERE (state = 'aside' OR (state = 'waiting' AND tries > 0))"
      " AND ($1::text = '' OR coalesce(site_host, host) = $1::text)",
      {host}));
  return changed.changed();
}

}  // namespace tagtrail::host
