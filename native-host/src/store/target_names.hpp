// Gives every target of a job its file name and its resource name, each unique in the job.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "store/file_names.hpp"
#include "store/file_placer.hpp"
#include "store/sqlite.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

struct TargetNames {
  std::string file;      ///< in files/
  std::string key;       ///< name_key(file)
  std::string resource;  ///< for datapackage.json
};

/// Chooses names against the database, the folder, and what it chose since the last release().
class TargetNamer {
 public:
  TargetNamer(sqlite::Database& database, const FilePlacer& placer)
      : database_(database), placer_(placer) {}

  Expected<TargetNames> choose(const NameHints& hints);
  /// Names chosen so far are in the database by now, or given up.
  void release();

 private:
  template <typename Taken>
  Expected<std::string> unique(const std::string& wanted, const std::string& hint_key, Taken taken);
  Expected<bool> file_taken(const std::string& file);
  Expected<bool> resource_taken(const std::string& resource);

  sqlite::Database& database_;
  const FilePlacer& placer_;
  std::unordered_set<std::string> keys_;
  std::unordered_set<std::string> resources_;
  /// Where to go on counting: without it the thousandth `download.csv` would try a thousand names.
  std::unordered_map<std::string, std::uint64_t> next_number_;
};

}  // namespace tagtrail::host
