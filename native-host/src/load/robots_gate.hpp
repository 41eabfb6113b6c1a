// Robots exclusion (RFC 9309): whether a URL may be requested. Each origin is asked for its
// robots.txt once a day.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <set>
#include <string>

#include "fetch/robots.hpp"
#include "fetch/robots_memory.hpp"
#include "load/host_fetch.hpp"

namespace tagtrail::host {

class RobotsGate {
 public:
  struct Options {
    bool enabled = true;   ///< else everything is allowed and nothing is asked
    unsigned retries = 3;  ///< after a 5xx; HostFetch has its own for 429, 503, broken connections
    Milliseconds first_pause{5'000};   ///< before the first of them; doubles
    Milliseconds max_age{86'400'000};  ///< then it is asked for again (RFC 9309, 2.4)
    Milliseconds ask_again{600'000};   ///< the same, where it could not be read
    /// What is remembered of all origins together; of more, those asked about longest ago are asked
    /// again when they are needed.
    std::size_t most_bytes = 256U << 20U;
    PolitenessLog* log = nullptr;  ///< gets what was understood; borrowed
    /// Has what earlier harvests read, and gets what this one does.
    std::filesystem::path memory{};
    std::function<SteadyTime()> now = [] { return std::chrono::steady_clock::now(); };
  };

  /// Borrows both.
  RobotsGate(HostFetch& fetch, Politeness& politeness, Options options)
      : fetch_(fetch),
        politeness_(politeness),
        options_(std::move(options)),
        memory_(options_.memory) {}

  struct Verdict {
    FetchError error = FetchError::none;  ///< none: allowed
    std::string text;                     ///< why not
  };
  /// 4xx allows all. 429, 5xx and no answer forbid all, after the retries, unless rules are known
  /// from before: these stay in force. `url` outlives the task. Errors: io.
  Async<Verdict> check(std::string_view url);
  /// The robots.txt that `url` names, as it was answered when it was asked for.
  struct Copy {
    int status = 0;
    std::string content_type;
    std::string body;
  };
  /// Null unless check() asked that origin, got an answer, and remembers it.
  const Copy* copy(std::string_view url) const;
  /// Checks that wait for the answer to another.
  unsigned waiting() const { return waiting_; }
  /// What its checks wait in.
  Waits& waits() const { return fetch_.waits(); }
  /// robots.txt requests made so far.
  std::uint64_t requests() const { return requests_; }

 private:
  struct Known {
    Robots robots;
    Verdict ban;           ///< what is said of a URL that is not allowed
    Copy copy{};           ///< status 0: nothing answered
    bool readable = true;  ///< false: neither rules nor their absence
    SteadyTime until{};    ///< then it is asked for again
    SteadyTime used{};

    std::size_t bytes() const { return sizeof(Known) + robots.bytes() + copy.body.capacity(); }
  };
  Async<Known> ask(std::string_view origin, unsigned retries);
  Known understand(FetchResult answer) const;
  void learn(const std::string& origin, Known news, Milliseconds age = {});
  /// As an earlier harvest read it, while that holds. False: it must be asked for.
  bool recall(const std::string& origin);
  /// Forgets all but `origin`, longest unused first, until half of what is allowed is free.
  void make_room(const std::string& origin);

  HostFetch& fetch_;
  Politeness& politeness_;
  Options options_;
  RobotsMemory memory_;
  std::map<std::string, Known> known_;
  std::size_t bytes_ = 0;         ///< of them all
  std::set<std::string> asking_;  ///< origins that a task asks now, for all who want to know
  std::uint64_t requests_ = 0;
  unsigned waiting_ = 0;
};

}  // namespace tagtrail::host
