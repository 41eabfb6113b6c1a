// Permits to touch an origin: the politeness of this job and the lock shared with other jobs.
#pragma once

#include <memory>
#include <string>

#include "fetch/downloader.hpp"
#include "fetch/politeness.hpp"
#include "job/attention.hpp"

namespace tagtrail::host {

class Permits {
 public:
  /// All borrowed. `downloader` only waits here: its poll() watches the descriptors.
  Permits(Politeness& politeness, Downloader& downloader, Attention& attention)
      : politeness_(politeness), downloader_(downloader), attention_(attention) {}

  /// Waits until the origin may be touched and takes the permit; false when the job is stopping.
  /// Errors: io (the shared lock can't be made).
  Expected<bool> take(const std::string& origin);
  void give_back(const std::string& origin, const AnswerFacts& facts);

 private:
  void wait(SteadyTime until);

  Politeness& politeness_;
  Downloader& downloader_;
  Attention& attention_;
  std::unique_ptr<OriginLock> lock_;  ///< one request at a time
};

}  // namespace tagtrail::host
