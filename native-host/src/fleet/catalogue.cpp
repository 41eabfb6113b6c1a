#include "fleet/catalogue.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "batch/site_folders.hpp"
#include "export/target_facts.hpp"
#include "fleet/site_id.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail::host {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kColumns = 8;

std::string extension_of(const std::string& path) {
  return url_extension(fmt::format("http://file/{}", path.substr(path.rfind('/') + 1)));
}

class CatalogueWriter {
 public:
  CatalogueWriter(postgres::Connection& connection, const HeldSite& site)
      : connection_(connection), site_(site) {}

  Expected<void> begin() {
    auto transaction = TRY(begin_fenced());
    if (!written_.ours) return {};
    TRY(connection_.run(
        "DELETE FROM tagtrail_file WHERE site = $1 AND fence NOT IN"
        " (SELECT catalogued FROM tagtrail_site WHERE id = $1 AND catalogued IS NOT NULL"
        "  AND catalogued <> fence)",
        {site_.id}));
    return transaction.commit();
  }

  void add(const TargetRow& target) {
    ++written_.files;
    written_.bytes += target.bytes;
    const std::string facts = row_of(target).dump(-1, ' ', false, Json::error_handler_t::replace);
    rows_.insert(
        rows_.end(),
        {site_.id, site_.fence, written_.files, postgres::stored_text(host_of_site(target.url)),
         postgres::stored_text(target.mime), extension_of(target.path),
         postgres::stored_text(target.fetched_at), postgres::stored_text(facts)});
  }

  bool is_full() const { return rows_.size() >= kRowsAtOnce * kColumns; }

  Expected<void> flush() {
    if (rows_.empty() || !written_.ours) return {};
    auto transaction = TRY(begin_fenced());
    if (!written_.ours) return {};
    const std::string sql = fmt::format(
        "INSERT INTO tagtrail_file (site, fence, n, host, mime, extension, fetched_at, facts)"
        " VALUES {}",
        postgres::places(rows_.size() / kColumns, kColumns));
    TRY(connection_.run(sql.c_str(), rows_));
    rows_.clear();
    return transaction.commit();
  }

  const Catalogued& written() const { return written_; }

 private:
  /// Nobody can take the site until the transaction ends.
  Expected<postgres::Transaction> begin_fenced() {
    auto transaction = TRY(postgres::Transaction::begin(connection_));
    const auto found =
        TRY(connection_.run("SELECT id FROM tagtrail_site WHERE id = $1 AND fence = $2::bigint"
                            " AND state IN ('held', 'waiting') FOR UPDATE",
                            {site_.id, site_.fence}));
    written_.ours = found.rows() > 0;
    return transaction;
  }

  postgres::Connection& connection_;
  const HeldSite& site_;
  std::vector<postgres::Value> rows_;
  Catalogued written_;
};

/// Ends a list that is of no use any more.
constexpr const char* kNotOurs = "the site is another's";

/// What the facts of a newer program add is left out: all rows have the same names.
Json row_at(const postgres::Result& page, int row) {
  Json json = empty_catalogue_row();
  const Json facts = Json::parse(page.text(row, 5), nullptr, /*allow_exceptions=*/false);
  for (auto& [name, value] : json.items()) {
    if (facts.is_object() && facts.contains(name)) value = facts[name];
  }
  json["site"] = page.text(row, 2);
  json["worker"] = page.text(row, 3);
  json["machine"] = page.text(row, 4);
  json["folder"] = site_folder(page.text(row, 2), page.text(row, 0));
  json["ending"] = page.text(row, 6);
  return json;
}

}  // namespace

Expected<Catalogued> write_catalogue(postgres::Connection& connection, const HeldSite& site,
                                     const JobReader& job,
                                     const std::function<Expected<void>()>& between) {
  CatalogueWriter writer(connection, site);
  TRY(writer.begin());
  if (!writer.written().ours) return writer.written();
  // What the database says in between is its own, and not of the job.
  Expected<void> told;
  const auto read = job.each_target([&](const TargetRow& target) -> Expected<void> {
    writer.add(target);
    if (!writer.is_full()) return {};
    told = writer.flush();
    if (told && writer.written().ours) told = between();
    if (!told) return told;
    return writer.written().ours ? Expected<void>() : fail(ErrorCode::busy, kNotOurs);
  });
  TRY(Expected<void>(told));
  if (writer.written().ours && !read) {
    Catalogued broken = writer.written();
    broken.job_fault = read.error();
    return broken;
  }
  TRY(writer.flush());
  return writer.written();
}

Expected<void> drop_earlier_rows(postgres::Connection& connection, const HeldSite& site) {
  TRY(connection.run("DELETE FROM tagtrail_file WHERE site = $1 AND fence < $2::bigint",
                     {site.id, site.fence}));
  return {};
}

Json empty_catalogue_row() {
  Json row = {{"site", ""}, {"worker", ""}, {"machine", ""}, {"folder", ""}, {"ending", ""}};
  row.update(row_of({}));
  return row;
}

Expected<void> each_catalogued(postgres::Connection& connection, const CatalogueFilter& filter,
                               const TakeCatalogued& take) {
  constexpr int kPage = 1000;
  const std::string sql = fmt::format(
      "SELECT f.site, f.n, s.url, w.id, w.machine, f.facts, {}"
      " FROM tagtrail_file f JOIN tagtrail_site s ON s.id = f.site"
      "  AND f.fence = CASE WHEN s.state IN ('done', 'limit', 'aside') THEN s.fence"
      "   ELSE s.catalogued END"
      " LEFT JOIN tagtrail_worker w ON w.id = CASE WHEN s.state IN ('done', 'limit', 'aside')"
      "   THEN s.worker ELSE s.catalogued_by END"
      " WHERE (f.site, f.n) > ($1::text, $2::bigint)"
      " AND ($3::text = '' OR f.host = $3::text)"
      " AND ($4::text = '' OR f.mime = $4::text OR f.extension = $4::text)"
      " AND ($5::text = '' OR f.fetched_at >= $5::text)"
      " AND ($7::text = '' OR f.fetched_at < $7::text)"
      " AND ($8::text = '' OR s.url = $8::text)"
      " AND ($9::text = '' OR s.state = $9::text)"
      " ORDER BY f.site, f.n LIMIT $6::int",
      kEndingOfSite);
  std::string site;
  std::int64_t n = 0;
  for (;;) {
    const auto page =
        TRY(connection.run(sql.c_str(), {site, n, filter.host, filter.type, filter.since, kPage,
                                         filter.until, filter.site, filter.state}));
    for (int row = 0; row < page.rows(); ++row) TRY(take(row_at(page, row)));
    if (page.rows() < kPage) return {};
    site = page.string(page.rows() - 1, 0);
    n = page.integer(page.rows() - 1, 1);
  }
}

}  // namespace tagtrail::host
