// A replica behind a harvest (`--replica`): answers instead of the network, and keeps what the
// network answered.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>

#include "load/loaded.hpp"
#include "options/modes.hpp"
#include "replica/replica.hpp"
#include "tagtrail/objective.hpp"

namespace tagtrail::host {

class RecordedSite {
 public:
  struct Options {
    ReplicaMode mode = ReplicaMode::only;
    std::filesystem::path replica;
    std::string start_url;            ///< of a replica that is made new
    std::filesystem::path directory;  ///< for files in progress
    bool sitemaps = false;            ///< recorded sitemaps, feeds and robots.txt are pages
  };

  /// Opens the replica; `prefer` and `record` make a new one where there is none. `objective` is
  /// borrowed. Errors: the replica's.
  static Expected<std::unique_ptr<RecordedSite>> open(Options options, const Objective& objective);

  /// What the replica answers; nothing when the network is to be asked. With `only` a URL that is
  /// not recorded is 404. Errors: the replica's, and those of writing a file.
  Expected<std::optional<Loaded>> answer(const Request& request);
  /// Keeps what the network answered, at once and whole: a kill costs nothing that was kept.
  /// `only` keeps nothing, and no mode keeps HEADs, failed requests or pages read by tab.
  Expected<void> keep(const Request& request, const Loaded& loaded);
  /// Crawls the replica from its start, so that replays need not. Call at the end of a job.
  Expected<void> finish();

 private:
  RecordedSite(Options options, const Objective& objective)
      : options_(std::move(options)), objective_(objective) {}
  Expected<void> give_file(Loaded& loaded);

  Options options_;
  const Objective& objective_;
  std::unique_ptr<Replica> replica_;
  bool added_ = false;
  std::uint64_t files_ = 0;
};

}  // namespace tagtrail::host
