// The targets of a job and the contents that they had before: the tables target, version and
// placing.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "store/file_placer.hpp"
#include "store/left_out.hpp"
#include "store/looks.hpp"
#include "store/response_commit.hpp"
#include "store/revisits.hpp"
#include "store/sqlite.hpp"
#include "store/target_names.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// One manifest resource.
struct TargetRow {
  std::string url;
  std::string name;  ///< unique in the job, [a-z0-9._-], for datapackage.json
  std::string path;  ///< relative to the job folder: files/...
  std::string mime;
  std::uint64_t bytes = 0;
  std::string sha256;
  std::string page;
  std::string tag_path;
  std::string anchor;
  std::vector<std::string> redirects;
  std::string fetched_at;  ///< RFC 3339 UTC
  int status = 200;
  std::string via;
  std::string page_via;
};

using TakeTarget = std::function<Expected<void>(const TargetRow&)>;

/// The targets of a job, as whoever lists them sees them: of one that runs, or of a folder.
class TargetList {
 public:
  virtual ~TargetList() = default;
  /// One by one, in order of commit, without holding all in memory; an error of `take` ends it and
  /// is returned.
  virtual Expected<void> each_target(const TakeTarget& take) const = 0;
  /// What the rounds of revisiting have told of them.
  virtual Expected<RevisitReport> revisits() const = 0;
  /// What a page says of data sets (content/datasets_json.hpp); empty: nothing.
  virtual Expected<std::string> datasets_of(const std::string& page) const = 0;
  /// Of each page that one which says something of data sets has led to: that one.
  virtual Expected<std::unordered_map<std::string, std::string>> describing_pages() const = 0;
  /// What is inside contents; nothing where that is not known.
  virtual Expected<std::optional<LookRow>> look_of(const std::string& sha256) const = 0;
  /// Paths of the targets with the same table in other contents, at most `limit`, oldest first.
  virtual Expected<std::vector<std::string>> same_table(const LookRow& look,
                                                        std::size_t limit) const = 0;
  /// What the job could have had besides them; empty for jobs of versions that did not record it.
  virtual Expected<std::vector<LeftOut>> left_out() const = 0;
};

/// A response of a batch that brings a target which the job does not have yet, or not so.
struct NewTarget {
  std::size_t index = 0;  ///< in the batch
  std::string url;
  TargetNames names;
  Placement placement;
  bool replaces = false;  ///< the job has older contents of the URL
};

/// In order of commit, one by one; an error of `take` ends it and is returned.
Expected<void> each_target(sqlite::Database& database, const TakeTarget& take);
/// At most `limit`, newest first, without the `offset` newest.
Expected<std::vector<TargetRow>> newest_targets(sqlite::Database& database, std::uint64_t offset,
                                                std::uint64_t limit);
Expected<std::uint64_t> count_targets(sqlite::Database& database);

class Targets {
 public:
  /// Borrowed.
  explicit Targets(sqlite::Database& database) : database_(database) {}
  Expected<void> load() {
    count_ = TRY(count_targets(database_));
    return {};
  }

  std::uint64_t count() const { return count_; }
  /// SHA-256 of what is kept of a URL; nothing when there is none.
  Expected<std::optional<std::string>> digest_of(const std::string& url) const;
  /// Its path in files/.
  Expected<std::optional<std::string>> file_of(const std::string& url) const;
  /// A file in files/ with these contents; empty when there is none.
  Expected<std::string> twin_of(const std::string& sha256) const;

  /// The oldest contents of a URL that the job has.
  struct First {
    std::string file;  ///< path in files/
    std::string mime;
  };
  Expected<First> first_of(const std::string& url) const;

  /// Which names files are to have, before they have them. One transaction.
  Expected<void> intend(const std::vector<NewTarget>& targets);
  /// Inside a transaction: the target that came with an answer, number `n`. What the URL had before
  /// becomes a version of it.
  Expected<void> write(const ResponseCommit& item, const NewTarget& target, std::uint64_t n,
                       const std::string& now);
  /// Inside the same: what was intended has been done.
  Expected<void> forget_intents() { return database_.run("DELETE FROM placing"); }
  /// The transaction has brought these.
  void have_come(const std::vector<NewTarget>& targets);

 private:
  sqlite::Database& database_;
  std::uint64_t count_ = 0;
};

}  // namespace tagtrail::host
