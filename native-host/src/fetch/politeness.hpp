// The one politeness scheduler: grants the permits under which host, tab and browser fetches touch
// a site. One connection a host; the delay counts from the end of an answer.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "tagtrail/error.hpp"

namespace tagtrail::host {

using SteadyTime = std::chrono::steady_clock::time_point;
using Milliseconds = std::chrono::milliseconds;

struct PolitenessOptions {
  Milliseconds delay{1000};  ///< own delay between the end of an answer and the next request
  unsigned connections = 1;  ///< per origin; more than one only with delay 0
  Milliseconds max_crawl_delay{300'000};  ///< a longer Crawl-delay is capped and reported
  double latency_factor = 1.0;  ///< delay >= factor x latency (moving average); not when delay is 0
  Milliseconds max_latency_delay{30'000};
  Milliseconds first_backoff{60'000};  ///< 429/503 without Retry-After; doubles
  Milliseconds max_backoff{86'400'000};
};

/// What ended, for the scheduler to learn from.
struct AnswerFacts {
  int status = 0;                           ///< 0: no answer
  Milliseconds latency{0};                  ///< to the first byte
  std::optional<Milliseconds> retry_after;  ///< parsed Retry-After
  std::optional<SteadyTime> started{};      ///< of the request
};

/// Pure bookkeeping: takes the time as an argument, so tests need no waiting. Not thread-safe.
class Politeness {
 public:
  explicit Politeness(PolitenessOptions options) : options_(options) {}

  /// Another own delay, from the next request on.
  void set_delay(Milliseconds delay) { options_.delay = delay; }
  /// Crawl-delay of the origin's robots.txt, when known.
  void set_crawl_delay(const std::string& origin, double seconds);
  /// When a request to this origin may start: `now` or earlier means at once; nothing while all of
  /// its connections are in use.
  std::optional<SteadyTime> earliest(const std::string& origin, SteadyTime now) const;
  /// Takes a permit; pair with finish(). Only when earliest() is not after `now`.
  void start(const std::string& origin, SteadyTime now);
  /// Errors never shorten the delay; 429 and 503 back off, Retry-After obeyed (capped at
  /// max_backoff), and quiet time halves the back-off; until it is over there is one connection.
  /// Answers to requests that were under way when the back-off began don't double it.
  void finish(const std::string& origin, const AnswerFacts& facts, SteadyTime now);
  /// The delay in force for an origin, for logs and the manifest.
  Milliseconds delay(const std::string& origin) const;

 private:
  struct Origin;
  PolitenessOptions options_;
  std::map<std::string, std::shared_ptr<Origin>> origins_;
};

/// Seconds or an HTTP date (RFC 9110 10.2.3), relative to `now_unix`; nothing when malformed;
/// a date in the past is zero.
std::optional<Milliseconds> parse_retry_after(std::string_view value, std::int64_t now_unix);

/// A lock shared by all processes of this user, so that two jobs or two browsers never load one
/// origin at once. Held while a permit is in use; released when destroyed or the process dies.
class OriginLock {
 public:
  /// Nothing when another process holds it now. Errors: io.
  static Expected<std::optional<OriginLock>> try_take(const std::string& origin);
  OriginLock(OriginLock&& other) noexcept;
  OriginLock& operator=(OriginLock&& other) noexcept;
  OriginLock(const OriginLock&) = delete;
  OriginLock& operator=(const OriginLock&) = delete;
  ~OriginLock();

 private:
  explicit OriginLock(int fd) : fd_(fd) {}
  int fd_ = -1;
};

}  // namespace tagtrail::host
