// What is inside the files of a job, by their contents: the table look (docs/job-folder.md).
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "store/sqlite.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

struct LookRow {
  std::string sha256;
  int version = 0;   ///< of the program part that looked
  std::string kin;   ///< equal for contents that hold the same table; empty: nothing to compare
  std::string json;  ///< what was found
};

/// Contents of a target, and one of the names that they have.
struct Contents {
  std::string sha256;
  std::string path;  ///< relative to the job folder
};

/// One transaction; what was known of the same contents is replaced.
Expected<void> write_looks(sqlite::Database& database, const std::vector<LookRow>& looks);

/// Nothing: the contents were not looked into.
Expected<std::optional<LookRow>> read_look(sqlite::Database& database, const std::string& sha256);

/// All, in no order; an error of `take` ends it and is returned.
Expected<void> each_look(sqlite::Database& database,
                         const std::function<Expected<void>(const LookRow&)>& take);

/// Those of targets that were not looked into by this version or a later one, in the order in which
/// they came.
Expected<std::vector<Contents>> contents_to_look_into(sqlite::Database& database, int version);

/// Paths of the targets with the same table in other contents, at most `limit`, oldest first.
Expected<std::vector<std::string>> paths_of_kin(sqlite::Database& database, const LookRow& look,
                                                std::size_t limit);

/// Forgets all, so that everything is looked into anew.
Expected<void> forget_looks(sqlite::Database& database);

}  // namespace tagtrail::host
