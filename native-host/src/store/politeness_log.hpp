// What a job keeps to prove its manners: every request that went out, and every robots.txt.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "store/sqlite.hpp"
#include "tagtrail/error.hpp"
#include "tagtrail/exchange.hpp"

namespace tagtrail::host {

/// One request under a permit: tries, hops and robots.txt each on their own. Times are microseconds
/// since 1970 by one steady clock a run, so that differences hold when the wall clock is set.
struct Attempt {
  std::string host;  ///< host[:port], the unit of politeness
  std::string url;
  Method method = Method::get;
  Via via = Via::host;
  bool robots = false;        ///< for a robots.txt
  std::int64_t asked_us = 0;  ///< the wait for the permit began
  std::int64_t started_us = 0;
  std::int64_t ended_us = 0;
  std::int64_t delay_ms = 0;  ///< in force when it started
  int status = 0;             ///< 0: no answer
  std::string error;          ///< `none`, the name of a FetchError, or `abandoned`
  std::optional<std::int64_t> retry_after_ms{};
  std::int64_t pause_ms = 0;  ///< for so long the host was to be left alone because of the answer
  unsigned hops = 0;          ///< redirects that the browser followed under the same permit
  unsigned sub_requests = 0;  ///< what the page in a tab loaded beside itself, from any host
};

/// One robots.txt as it was understood.
struct RobotsFacts {
  std::string origin;
  int status = 0;     ///< 0: no answer
  std::string error;  ///< `none`, or why it could not be read
  std::uint64_t rules = 0;
  std::optional<std::int64_t> crawl_delay_ms{};  ///< as the site has it
  std::int64_t used_delay_ms = 0;                ///< what it was cut to
  bool kept = false;  ///< it could not be read again, so the rules that were known stay in force
};

/// As it is read again.
struct RobotsRow {
  std::string at;  ///< RFC 3339
  RobotsFacts facts;
};

/// Takes what loaders tell.
class PolitenessLog {
 public:
  virtual void add_attempt(Attempt attempt) = 0;
  virtual void add_robots(RobotsFacts facts) = 0;

 protected:
  ~PolitenessLog() = default;
};

/// What was told, on its way into the tables attempt and robots.
struct PolitenessFacts {
  std::vector<Attempt> attempts;
  std::vector<RobotsFacts> robots;

  bool empty() const { return attempts.empty() && robots.empty(); }
  void take(PolitenessFacts more);
};

/// Inside a transaction; of what people should know a note (add_event()) is made.
Expected<void> write_politeness(sqlite::Database& database, const PolitenessFacts& facts);

/// All requests that were recorded, those of a host together, in the order of their start.
/// `version` is that of the tables.
Expected<void> each_attempt(sqlite::Database& database, std::int64_t version,
                            const std::function<Expected<void>(const Attempt&)>& take);
/// The newest robots.txt of each origin, by name.
Expected<void> each_robots(sqlite::Database& database,
                           const std::function<Expected<void>(const RobotsRow&)>& take);

/// A note for people: `kind` from a closed vocabulary (skip, pause, resume, robots, limit, error).
Expected<void> add_event(sqlite::Database& database, std::string_view kind, std::string_view text);

}  // namespace tagtrail::host
