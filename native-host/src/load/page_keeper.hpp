// Where pages are targets: the last step of a load. A page that a tab showed is read for what the
// objective needs to know, and one that is a target becomes a file.
#pragma once

#include <filesystem>
#include <memory>

#include "load/loaded.hpp"
#include "tagtrail/objective.hpp"

namespace tagtrail::host {

class PageKeeper {
 public:
  /// `objective`: one that only this keeper uses; what it has taken it has taken in this run.
  /// `directory`: for files before they are committed.
  PageKeeper(std::unique_ptr<Objective> objective, std::filesystem::path directory)
      : objective_(std::move(objective)), directory_(std::move(directory)) {}

  /// `loaded` has its HTML (HostLoader::Options, TabLoader::Options). A page of which only a part
  /// came is no file, nor one that is a target only for what pages before it had. Errors: io,
  /// disk_full.
  Expected<void> keep(Loaded& loaded);

 private:
  std::unique_ptr<Objective> objective_;
  std::filesystem::path directory_;
  std::uint64_t files_ = 0;
};

}  // namespace tagtrail::host
