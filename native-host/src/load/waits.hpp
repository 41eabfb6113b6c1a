// What the tasks of one job wait for, looked at in turn by the one thread that runs them all.
#pragma once

#include <coroutine>
#include <functional>
#include <list>

#include "fetch/politeness.hpp"

namespace tagtrail::host {

/// Outlives the tasks that wait here. Not thread-safe.
class Waits {
 public:
  /// Says when the wait is over, as far as is known `now`: not after `now`, it is; kNotYet: only
  /// something that happens can end it. A time that lies ahead is asked for again after a moment,
  /// since it may have changed.
  using Over = std::function<SteadyTime(SteadyTime now)>;
  static constexpr SteadyTime kNotYet = SteadyTime::max();

  /// One wait, for co_await. Destroyed with the task that waits, it is forgotten.
  class Wait {
   public:
    Wait(Waits& waits, Over over) : waits_(waits), over_(std::move(over)) {}
    ~Wait();
    Wait(const Wait&) = delete;
    Wait& operator=(const Wait&) = delete;

    bool await_ready() const noexcept { return false; }
    void await_suspend(std::coroutine_handle<> waiting);
    void await_resume() const noexcept {}

   private:
    friend class Waits;
    Waits& waits_;
    /// When it is over, as far as is known; asked again only when it may have changed.
    SteadyTime over(SteadyTime now);
    Over over_;
    SteadyTime known_{};        ///< what was said last
    SteadyTime asked_again_{};  ///< until then that holds
    std::coroutine_handle<> waiting_;
  };

  Wait until(Over over) { return Wait(*this, std::move(over)); }
  /// Over so long from now, whatever happens.
  Wait after(Milliseconds pause) {
    return until([at = std::chrono::steady_clock::now() + pause](SteadyTime) { return at; });
  }

  /// Lets those go on whose wait is over, who came first first; false when none was. Tasks must not
  /// destroy other tasks that wait here.
  bool resume();
  /// The earliest known end of a wait.
  SteadyTime next(SteadyTime now);

 private:
  std::list<Wait*> waiting_;
};

}  // namespace tagtrail::host
