// Hosts that are not the site's, in a harvest for a fleet: asked only while the fleet has granted
// them to this harvest, so that no two machines ask one host at once.
//
// A host is wanted while requests wait for it, and given back when it was not asked for a while, or
// its turn is over. What can't be asked now is answered as such and asked for again when all else
// is done; then its host is waited for, and when none is granted for long, the harvest is starved.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>

#include "fetch/claim_files.hpp"
#include "fetch/politeness.hpp"
#include "load/task.hpp"
#include "load/waits.hpp"
#include "tagtrail/exchange.hpp"

namespace tagtrail::host {

class HostClaims {
 public:
  /// `place`: of the files. Errors: those of read_granted_hosts().
  static Expected<std::unique_ptr<HostClaims>> open(const std::filesystem::path& place);
  explicit HostClaims(std::filesystem::path place, GrantedHosts granted);

  struct Verdict {
    FetchError error = FetchError::none;  ///< none: go on
    std::string text;                     ///< why not
  };
  /// Before anything is asked for `request`. host_taken: to be asked for again when all else is
  /// done. `request` and `waits` outlive the task.
  Async<Verdict> admit(const Request& request, Waits& waits);

  /// Waits until `host`, as of claimed_host(), may be asked, for as long as that takes. Errors:
  /// refused (it is left, and why).
  Async<void> wait_for(std::string host, Waits& waits);
  /// A request to it begins, and ends; `free_at`: from when politeness allows the next.
  void began(const std::string& host);
  void ended(const std::string& host, SteadyTime free_at, SteadyTime now);

  /// To be called often: reads and writes the files.
  void look(SteadyTime now);
  /// Nothing more is asked: all hosts are given back.
  void leave();
  /// Tasks that wait for hosts.
  unsigned waiting() const { return waiting_; }
  /// Whether requests that can't be put off have waited for long, and nothing else was asked.
  bool starved(SteadyTime now) const;

  bool is_foreign(std::string_view host) const;
  bool may_ask(const std::string& host, SteadyTime now) const;

 private:
  struct Host {
    std::uint64_t ticket = 0;  ///< 0: not wanted
    bool granted = false;
    bool left = false;  ///< for good
    SteadyTime granted_at{};
    SteadyTime kept_until{};    ///< without being asked
    SteadyTime wanted_from{};   ///< after a turn, others come first
    SteadyTime denied_until{};  ///< not worth waiting for, while there is something else
    SteadyTime free_at{};
    unsigned waiting = 0;
    unsigned out = 0;
    /// Requests that were put off, with the grant for whose sake they stepped aside last.
    std::map<std::string, std::uint64_t> put_off;
  };
  /// A task waits for a host, for the life of this.
  class Waiting;

  SteadyTime idle_since() const;
  bool is_wanted(const Host& host) const;
  bool turn_is_over(const Host& host, SteadyTime now) const;
  bool comes_later(Host& host, const std::string& url, bool must, SteadyTime since, SteadyTime now);
  bool steps_aside(Host& host, const std::string& url, SteadyTime now);
  bool is_left(Host& host, bool must, SteadyTime now) const;
  void read_grants(SteadyTime now);
  void give_back(SteadyTime now);
  void want(SteadyTime now);
  void write(SteadyTime now);

  std::filesystem::path place_;
  GrantedHosts granted_;
  Milliseconds patience_;
  std::map<std::string, Host> hosts_;
  WantedHosts written_;
  std::uint64_t last_ticket_ = 0;
  std::size_t wanted_ = 0;  ///< hosts with a ticket
  unsigned waiting_ = 0;
  unsigned must_ = 0;  ///< of them those that can't be put off
  SteadyTime must_since_{};
  SteadyTime looked_at_{};
  SteadyTime last_asked_;
  SteadyTime last_granted_{};
};

}  // namespace tagtrail::host
