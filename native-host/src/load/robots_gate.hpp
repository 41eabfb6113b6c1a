// Robots exclusion: whether a URL may be requested, asking each origin for its robots.txt once.
#pragma once

#include <map>
#include <set>
#include <string>

#include "fetch/robots.hpp"
#include "load/host_fetch.hpp"

namespace tagtrail::host {

class RobotsGate {
 public:
  /// Borrows both. With `enabled` false everything is allowed and nothing is asked.
  RobotsGate(HostFetch& fetch, Politeness& politeness, bool enabled)
      : fetch_(fetch), politeness_(politeness), enabled_(enabled) {}

  struct Verdict {
    FetchError error = FetchError::none;  ///< none: allowed
    std::string text;                     ///< why not
  };
  /// RFC 9309: 4xx allows all, 5xx and no answer forbid all. `url` outlives the
  /// task. Errors: io.
  Async<Verdict> check(std::string_view url);
  /// The robots.txt that `url` names, as it was answered when it was asked for.
  struct Copy {
    int status = 0;
    std::string content_type;
    std::string body;
  };
  /// Null unless check() asked that origin and got an answer.
  const Copy* copy(std::string_view url) const;
  /// robots.txt requests made so far.
  std::uint64_t requests() const { return requests_; }

 private:
  struct Known {
    Robots robots;
    Verdict ban;  ///< what is said of a URL that is not allowed
    Copy copy{};  ///< status 0: nothing answered
  };
  Async<Known> ask(const std::string& origin);

  HostFetch& fetch_;
  Politeness& politeness_;
  bool enabled_;
  std::map<std::string, Known> known_;
  std::set<std::string> asking_;  ///< origins that a task asks now, for all who want to know
  std::uint64_t requests_ = 0;
};

}  // namespace tagtrail::host
