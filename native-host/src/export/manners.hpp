// How a job behaved towards its hosts, worked out from the requests that it recorded
// (docs/politeness.md).
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "store/job_reader.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// What a run of a job keeps to; text in the job folder under kMannersFacts.
struct MannersFacts {
  std::string seed_url;
  std::string user_agent;  ///< of requests by the host; the browser has its own
  bool robots = true;
  std::uint64_t delay_ms = 0;
  std::uint64_t max_crawl_delay_ms = 0;
  std::uint64_t max_wait_ms = 0;
  std::uint64_t connections = 1;
};
inline constexpr std::string_view kMannersFacts = "manners";
std::string to_json(const MannersFacts& facts);
/// What is missing has its default. Errors: invalid_data.
Expected<MannersFacts> manners_from_json(std::string_view json);

/// One host, as its requests went out.
struct HostManners {
  std::string host;
  std::uint64_t requests = 0;
  std::map<std::string, std::uint64_t> via;  ///< of them
  std::uint64_t robots = 0;                  ///< of them, for robots.txt
  std::uint64_t hops = 0;          ///< redirects that browsers followed under permits of requests
  std::uint64_t sub_requests = 0;  ///< that pages in tabs made of themselves, without pauses
  std::uint64_t unanswered = 0;    ///< of the requests
  std::int64_t first_us = 0;
  std::int64_t last_us = 0;
  std::int64_t least_delay_ms = 0;  ///< that was in force for a request
  std::int64_t most_delay_ms = 0;
  /// From the end of a request to the beginning of the next; nothing with less than two.
  std::optional<std::int64_t> smallest_gap_us;
  std::optional<std::int64_t> median_gap_us;
  std::uint64_t gaps = 0;
  std::uint64_t short_gaps = 0;  ///< of them, shorter than the delay in force
  std::uint64_t most_at_once = 0;
  std::map<int, std::uint64_t> refusals;  ///< answers that asked for patience, by status
  std::uint64_t retry_afters = 0;         ///< of them, with Retry-After
  std::int64_t longest_pause_ms = 0;      ///< that was asked for
  std::uint64_t broken_pauses = 0;        ///< requests that were made before a pause was over
  std::vector<RobotsRow> robots_txt;      ///< the newest of each origin

  bool polite() const { return short_gaps == 0 && broken_pauses == 0; }
};

/// To a private address nothing is: no request was made.
bool was_sent(const Attempt& attempt);

/// Takes requests in the order in which they started, all of one host. Memory: 8 bytes a request.
class MannersCount {
 public:
  void take(const Attempt& attempt);
  HostManners finish();

 private:
  struct Open {
    std::int64_t ended_us;
    std::int64_t free_from_us;  ///< when the pause is over that it asked for
  };
  void count_gap(const Attempt& attempt);

  HostManners host_;
  std::vector<Open> open_;  ///< had not ended when the newest request started
  std::optional<std::int64_t> last_end_us_;
  std::int64_t free_from_us_ = 0;
  std::vector<std::int64_t> gaps_us_;
};

struct Manners {
  MannersFacts facts;
  std::vector<HostManners> hosts;  ///< by name

  bool polite() const;
};

/// Errors: those of the reader.
Expected<Manners> read_manners(const JobReader& job);

/// A page for people, and the same for programs.
std::string to_text(const Manners& manners);
std::string to_json(const Manners& manners);

}  // namespace tagtrail::host
