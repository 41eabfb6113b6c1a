// Many files looked into, by a few threads.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "tables/look.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

struct FileToLookInto {
  std::string key;  ///< told back with what was found
  std::filesystem::path file;
};

struct FileLook {
  std::string key;
  std::string kin;   ///< kin_of_tables()
  std::string json;  ///< to_json() of the look
};

/// Looks into all, as many at once as the machine has processors, at most 4. `take` gets what was
/// found from time to time, some files at once and in any order; `go_on` is asked at least every
/// tenth of a second while files are left. Both are called by the caller's thread. A file that
/// can't be read is told of with a note. Errors: those of `take`.
Expected<void> look_into_all(const std::vector<FileToLookInto>& files,
                             const std::function<Expected<void>(std::vector<FileLook>)>& take,
                             const std::function<bool()>& go_on);

}  // namespace tagtrail::host
