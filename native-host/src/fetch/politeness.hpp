// The one politeness scheduler: grants the permits under which host, tab and browser fetches touch
// a site. One connection a host; the delay counts from the end of an answer.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace tagtrail::host {

using SteadyTime = std::chrono::steady_clock::time_point;
using Milliseconds = std::chrono::milliseconds;

struct PolitenessOptions {
  Milliseconds delay{1000};  ///< own delay between the end of an answer and the next request
  unsigned connections = 1;  ///< per host; more than one only with delay 0
  Milliseconds max_crawl_delay{300'000};  ///< a longer Crawl-delay is cut to this, and reported
  double latency_factor = 2.0;  ///< delay >= factor x latency (moving average); not when delay is 0
  Milliseconds max_latency_delay{30'000};
  Milliseconds first_backoff{60'000};  ///< 429/503 without Retry-After; doubles
  Milliseconds max_backoff{600'000};
  Milliseconds max_wait{3'600'000};  ///< a host that wants to be left alone for longer is given up
};

/// What ended, for the scheduler to learn from.
struct AnswerFacts {
  int status = 0;                             ///< 0: no answer
  std::optional<Milliseconds> latency{};      ///< to the first byte; absent: not known
  std::optional<Milliseconds> retry_after{};  ///< parsed Retry-After
  std::optional<SteadyTime> started{};        ///< of the request
  bool unreached = false;                     ///< no connection could be made
};

/// Whether a server asks for patience, and may answer otherwise later: 429, 503; 403 and 413 when
/// they say for how long (RFC 9110, 15.5.14).
bool asks_to_slow_down(const AnswerFacts& facts);

/// The unit of politeness: host and port of a canonical URL, whatever the scheme. What is at the
/// default ports of http and https is one host.
std::string politeness_host(std::string_view url);

/// Pure bookkeeping: takes the time as an argument, so tests need no waiting. Not thread-safe.
class Politeness {
 public:
  explicit Politeness(PolitenessOptions options) : options_(options) {}

  const PolitenessOptions& options() const { return options_; }
  /// Another own delay, from the next request on.
  void set_delay(Milliseconds delay) { options_.delay = delay; }
  /// Crawl-delay in the robots.txt of an origin, which takes the place of what it said before. Its
  /// host keeps to the longest of its origins. Returns what it is cut to.
  Milliseconds set_crawl_delay(const std::string& origin, std::optional<double> seconds);
  /// When a request to this host may start: `now` or earlier means at once; nothing while all of
  /// its connections are in use.
  std::optional<SteadyTime> earliest(const std::string& host, SteadyTime now) const;
  /// Takes a permit; pair with finish(). Only when earliest() is not after `now`.
  void start(const std::string& host, SteadyTime now);
  /// Errors never shorten the delay. 429 and 503 back off, for as long as Retry-After says or twice
  /// as long as the last time; quiet time halves the back-off; until it is over there is one
  /// connection. Answers to requests that were under way when the back-off began don't double it.
  /// Returns for how long the host is to be left alone because of this answer.
  Milliseconds finish(const std::string& host, const AnswerFacts& facts, SteadyTime now);
  /// The delay in force for a host, for logs.
  Milliseconds delay(const std::string& host) const;
  /// Why a request to this host does not start now, though a connection is free.
  enum class Hold { none, own_delay, crawl_delay, slow_host, back_off };
  Hold hold(const std::string& host, SteadyTime now) const;
  /// Why nothing more is asked of the host; empty while it is. It is given up when it wants to be
  /// left alone for longer than max_wait, at once or with one refusal after the other.
  std::string given_up(const std::string& host) const;

  /// What other processes have to know of a host.
  struct Trace {
    SteadyTime last_touch;     ///< a request began or ended
    SteadyTime blocked_until;  ///< the server asked for a pause
  };
  Trace trace(const std::string& host) const;
  /// The same of them; binds as if it had been seen here.
  void note_elsewhere(const std::string& host, const Trace& trace, SteadyTime now);

 private:
  struct Host;
  Host& host_of(const std::string& host);
  Milliseconds back_off(Host& entry, const AnswerFacts& facts, SteadyTime now) const;

  PolitenessOptions options_;
  std::map<std::string, std::shared_ptr<Host>> hosts_;
};

}  // namespace tagtrail::host
