// What rounds of revisiting have found out about a job's targets: the tables change,
// version and validator.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "store/response_commit.hpp"
#include "store/sqlite.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

struct NewTarget;

/// What a round says of one target.
enum class ChangeKind {
  added,      ///< found in this round (`new`)
  changed,    ///< other contents
  vanished,   ///< 404 or 410
  gone,       ///< vanished in an earlier round, and still away
  unchanged,  ///< 304, or the same contents
  unclear,    ///< no usable answer: an error, a redirect, a page in its place
};
std::string_view to_string(ChangeKind kind);

struct Change {
  std::string url;
  std::string kind;
};

/// Contents that a target had before.
struct TargetVersion {
  std::string path;  ///< relative to the job folder
  std::uint64_t bytes = 0;
  std::string sha256;
  std::string fetched_at;
};

struct RevisitReport {
  std::uint64_t round = 0;                      ///< the newest; 0: the job has never been revisited
  std::string began_at;                         ///< RFC 3339, UTC
  std::map<std::string, std::uint64_t> counts;  ///< of that round, by kind
  std::vector<Change> changes;                  ///< of that round: new, changed and vanished
  std::map<std::string, std::string> vanished;  ///< since when, by URL; of all rounds
  std::map<std::string, std::vector<TargetVersion>> versions;  ///< oldest first, by URL

  std::uint64_t count(ChangeKind kind) const;
};

/// How many rounds a job has begun.
Expected<std::uint64_t> count_rounds(sqlite::Database& database);
Expected<RevisitReport> read_revisits(sqlite::Database& database);

/// Inside a transaction: what a request of `round` says of a target; nothing is said outside
/// rounds. `placed` is the target that it brought, if any.
Expected<void> write_change(sqlite::Database& database, std::uint64_t round,
                            const ResponseCommit& item, const NewTarget* placed, std::uint64_t n,
                            const std::string& now);

/// Inside a transaction: those of what was kept; an answer that said "as before" leaves them.
Expected<void> write_validators(sqlite::Database& database, const ResponseCommit& item);
/// Empty when the URL gave none.
Expected<Validators> read_validators(sqlite::Database& database, const std::string& url);

}  // namespace tagtrail::host
