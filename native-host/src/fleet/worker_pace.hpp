// How fast a worker gets on, from the counts of the sites that it holds.
#pragma once

#include <chrono>
#include <deque>
#include <map>
#include <string>

#include "fleet/queue.hpp"

namespace tagtrail::host {

class PaceMeter {
 public:
  /// Of this length is the time that rates are of.
  static constexpr std::chrono::milliseconds kWindow{60'000};

  /// What a site has from before is not this worker's doing.
  void begin(const std::string& site, const SiteCounts& counts) { seen_[site] = counts; }
  /// Never less than was counted before: counts of a job that can't be read now are zeros.
  void count(const std::string& site, const SiteCounts& counts);
  void end(const std::string& site) { seen_.erase(site); }

  /// `now` by a clock that only goes forward.
  WorkerPace pace(std::chrono::milliseconds now);

 private:
  struct Sample {
    std::chrono::milliseconds at{};
    SiteCounts done;
  };
  std::map<std::string, SiteCounts> seen_;
  SiteCounts done_;
  std::deque<Sample> samples_;  ///< oldest first
};

}  // namespace tagtrail::host
