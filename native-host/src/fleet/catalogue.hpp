// The catalogue of a fleet: the files of all sites that have ended, a row each.
#pragma once

#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "fleet/postgres.hpp"
#include "fleet/queue.hpp"
#include "store/job_reader.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

struct Catalogued {
  bool ours = true;  ///< false: the site is another's by now, and what was written does not count
  std::uint64_t files = 0;
  std::uint64_t bytes = 0;
  std::optional<Error> job_fault{};  ///< the job can't be read to its end
};

/// Writes the files of a job in transactions of at most kRowsAtOnce rows; each checks the fence.
/// They count once the site has ended with this fence; those of its last time count until then.
/// Calls `between` after each: a lease may have to be renewed. Doing it again begins anew. Errors:
/// those of the job and of Connection::run().
Expected<Catalogued> write_catalogue(postgres::Connection& connection, const HeldSite& site,
                                     const JobReader& job,
                                     const std::function<Expected<void>()>& between);

/// After the end: those of earlier times count no more.
Expected<void> drop_earlier_rows(postgres::Connection& connection, const HeldSite& site);

/// Which files; empty: all.
struct CatalogueFilter {
  std::string site;  ///< its canonical URL
  std::string host;
  std::string type;  ///< a MIME type, or the extension of the file's name
  std::string
      since;  ///< fetched then or later: RFC 3339 in UTC, or the beginning of one, as a date
  std::string until;  ///< fetched before that: likewise
  std::string state;  ///< of the site now, as the table names it
};

/// The word of fleet/site_ending.hpp for a row `s` of tagtrail_site, as SQL. An ending counts where
/// the catalogue's rows of the site do: those who know no endings leave one of another fence.
inline constexpr const char* kEndingOfSite =
    "CASE WHEN s.ending IN ('complete', 'about', 'partial') AND s.ending_fence ="
    " CASE WHEN s.state IN ('done', 'limit', 'aside') THEN s.fence ELSE s.catalogued END"
    " THEN s.ending WHEN s.state IN ('done', 'limit') THEN 'unknown'"
    " WHEN s.state = 'aside' THEN 'failed' WHEN s.state = 'held' THEN 'held'"
    " WHEN s.held_at IS NULL THEN 'not_begun' ELSE 'waiting' END";

/// Takes one file: where it is, and what its job says of it.
using TakeCatalogued = std::function<Expected<void>(const nlohmann::ordered_json& row)>;

/// The names of a row that stand before those of export/target_facts.hpp.
nlohmann::ordered_json empty_catalogue_row();

/// One by one, those of a site together, without holding all in memory; an error of `take` ends it.
Expected<void> each_catalogued(postgres::Connection& connection, const CatalogueFilter& filter,
                               const TakeCatalogued& take);

}  // namespace tagtrail::host
