// Gives every target of a job its file name and its resource name, each unique in the job.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "store/file_names.hpp"
#include "store/file_placer.hpp"
#include "store/name_mask.hpp"
#include "store/sqlite.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

struct TargetNames {
  std::string file;      ///< path in files/
  std::string key;       ///< name_key(file)
  std::string resource;  ///< for datapackage.json
};

/// Chooses names against the database, the folder, and what it chose since the last release().
class TargetNamer {
 public:
  /// Null for a job that has no files yet, to see how its names would come out.
  TargetNamer(sqlite::Database* database, const FilePlacer* placer)
      : database_(database), placer_(placer) {}
  /// For the names from here on.
  void use(NameMask mask) { mask_ = std::move(mask); }

  Expected<TargetNames> choose(const NameHints& hints);
  /// Like `path`, with the day in it, of a URL that has a resource name: that is left empty.
  Expected<TargetNames> choose_dated(std::string_view path, const NameHints& hints,
                                     std::string_view day);
  /// Names chosen so far are in the database by now, or given up.
  void release();

 private:
  template <typename Taken>
  Expected<std::string> unique(const std::string& wanted, const std::string& hint_key, Taken taken);
  Expected<bool> asked(std::string_view sql, std::string_view value) const;
  Expected<bool> is_file(const std::string& path) const;
  Expected<bool> is_known(const std::string& key) const;
  Expected<bool> file_taken(const std::string& file) const;
  Expected<bool> resource_taken(const std::string& resource) const;
  Expected<std::string> free_folder(std::string_view wanted);
  Expected<TargetNames> named(std::string_view folders, const std::string& name);
  Expected<std::string> told_apart(const std::string& wanted, const NameHints& hints) const;
  void take(const TargetNames& names);

  sqlite::Database* database_;
  const FilePlacer* placer_;
  NameMask mask_;
  std::unordered_set<std::string> keys_;
  std::unordered_set<std::string> folders_;  ///< keys of all folders of keys_
  std::unordered_set<std::string> resources_;
  /// Where to go on counting: without it the thousandth `download.csv` would try a thousand names.
  std::unordered_map<std::string, std::uint64_t> next_number_;
};

}  // namespace tagtrail::host
