// What the workers of a fleet tell each other about hosts: how long they rest, and their
// robots.txt.
#pragma once

#include <chrono>
#include <map>
#include <string>
#include <vector>

#include "fetch/robots_memory.hpp"
#include "fleet/postgres.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

class HostNotes {
 public:
  /// Borrowed.
  explicit HostNotes(postgres::Connection& connection) : connection_(connection) {}

  /// No site of these hosts is taken for so long; a longer rest that was told before stays.
  Expected<void> rest(const std::map<std::string, std::chrono::milliseconds>& rests);

  /// robots.txt as it was last read for sites of this host, if that is less than a day ago. By the
  /// database's clock, as seen from here.
  Expected<std::vector<RobotsText>> robots_of(const std::string& host, std::int64_t now_ms);
  Expected<void> keep_robots(const std::string& host, const std::vector<RobotsText>& texts,
                             std::int64_t now_ms);
  /// Forgets what is older than a day.
  Expected<void> forget_robots();

 private:
  postgres::Connection& connection_;
};

}  // namespace tagtrail::host
