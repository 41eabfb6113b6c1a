// The requests of a job that are in flight, and all that loads them.
#pragma once

#include <deque>
#include <list>
#include <optional>
#include <string>
#include <vector>

#include "job/job_parts.hpp"
#include "job/status.hpp"
#include "load/redirect_chains.hpp"

namespace tagtrail::host {

class Loads {
 public:
  /// `store` is borrowed: what is learnt of sessions and slow URLs is kept there.
  Loads(JobParts parts, JobStore& store);

  void start(const Request& request);
  std::size_t size() const { return in_flight_.size(); }
  /// Those of them that wait for their answer.
  std::size_t fetching() const;
  std::optional<Request> oldest() const;
  /// Lets all go on, and waits until something happens; not when something has come already, unless
  /// it can't be taken yet.
  void turn(const Pressure& pressure, bool can_be_taken);

  struct Arrival {
    Request request;
    RedirectChains::Chain redirect_chain;  ///< URLs that led to it
    Loaded loaded;
  };
  /// The oldest that has come, which is then no longer in flight; nothing when none has. An answer
  /// that shows a lost login is none: its request is held, to be made again. Errors: those of
  /// Loader::load.
  Expected<std::optional<Arrival>> next();
  /// Why requests are held, or are to be, told once.
  std::optional<JobAttention> take_login() { return std::exchange(login_, std::nullopt); }
  void start_held();
  /// What is to be asked for once more by now, because its answer may not have shown all.
  std::vector<std::string> take_due() { return parts_.sessions->take_due(); }
  /// At the end of a run: has the session looked for, where nobody knows whether it was there to
  /// the last. False: there is nothing to be known. What comes of it is told by take_login() and
  /// take_due().
  bool feel_pulse();
  /// The last requests that were answered, the newest first.
  const std::deque<std::string>& last_answered() const { return last_answered_; }
  /// Whether all that is in flight has waited for long for hosts that others ask.
  bool starved() const;
  /// Nothing more is asked: others may have the hosts.
  void leave_hosts();
  /// While held, nothing is sent.
  void hold(bool held) { parts_.fetch->permits().hold(held); }
  /// What a request for `destination` is to know of the URLs that led there.
  void led_to(const std::string& destination, RedirectChains::Chain chain) {
    redirect_chains_.put(destination, std::move(chain));
  }
  /// They are asked for again by whoever goes on.
  void give_up();

  /// Before answers are committed: a URL that is asked for again must not be set aside once more,
  /// and what may have been answered without the session must not be taken for the rest.
  Expected<void> keep_set_aside();
  /// After that: what is known of sessions.
  Expected<void> keep_sessions();
  /// And what pages wanted to send.
  Expected<void> keep_stopped();
  /// At the end of a run: what sites have set. Whoever lends his own keeps them.
  Expected<void> keep_cookies();
  /// At the end of a job.
  Expected<void> finish();

  std::uint64_t bytes_under_way() const { return parts_.fetch->bytes_under_way(); }
  std::uint64_t robots_requests() const { return parts_.robots->requests(); }
  /// What keeps the next request from beginning; nothing when that is short.
  std::optional<JobWait> wait() const;
  void set_delay(std::chrono::milliseconds delay) { parts_.politeness->set_delay(delay); }
  /// fetch.head and fetch.data.
  Expected<Json> serve(std::string_view call, const Json& message) {
    return parts_.sessions->serve(call, message);
  }

 private:
  struct Load {
    Request request;
    RedirectChains::Chain redirect_chain;
    Async<Loaded> task;  ///< borrows the request
    bool held = false;   ///< to be started when the job goes on
    bool pulse = false;  ///< no request of the job
  };

  JobStore& store_;
  JobParts parts_;
  std::list<Load> in_flight_;  ///< oldest first
  RedirectChains redirect_chains_;
  std::optional<JobAttention> login_;  ///< an answer showed it, and was not kept
  std::deque<std::string> last_answered_;
  std::size_t set_aside_kept_;
};

}  // namespace tagtrail::host
