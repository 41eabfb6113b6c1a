// Permits to touch an origin: the politeness of this job and the lock shared with other jobs.
#pragma once

#include <map>
#include <string>

#include "fetch/politeness.hpp"
#include "load/task.hpp"
#include "load/waits.hpp"

namespace tagtrail::host {

/// Outlives the permits it gives.
class Permits {
 public:
  /// Both borrowed.
  Permits(Politeness& politeness, Waits& waits) : politeness_(politeness), waits_(waits) {}

  /// One request to one origin. Destroyed before it is given back, it counts as without answer.
  class Permit {
   public:
    Permit(Permits& permits, std::string origin, SteadyTime started)
        : permits_(&permits), origin_(std::move(origin)), started_(started) {}
    Permit(Permit&& other) noexcept
        : permits_(std::exchange(other.permits_, nullptr)),
          origin_(std::move(other.origin_)),
          started_(other.started_) {}
    Permit& operator=(Permit&&) = delete;
    Permit(const Permit&) = delete;
    Permit& operator=(const Permit&) = delete;
    ~Permit() { give_back({}); }

    void give_back(AnswerFacts facts);

   private:
    Permits* permits_;
    std::string origin_;
    SteadyTime started_;
  };

  /// Waits until the origin may be touched. Errors: io (the shared lock can't be made).
  Async<Permit> take(std::string origin);
  /// While held, no permit is given.
  void hold(bool held) { held_ = held; }

 private:
  /// The lock of an origin is kept while any of its permits is out.
  struct Locked {
    OriginLock lock;
    unsigned permits = 0;
  };
  Expected<bool> lock(const std::string& origin);
  void give_back(const std::string& origin, const AnswerFacts& facts);

  Politeness& politeness_;
  Waits& waits_;
  std::map<std::string, Locked> locked_;
  bool held_ = false;
};

}  // namespace tagtrail::host
