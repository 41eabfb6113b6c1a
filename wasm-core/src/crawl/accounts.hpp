// What a crawl has cost and brought so far, and whether it has to end for that.
#pragma once

#include <optional>

#include "crawl/early_stopping.hpp"
#include "crawl/revisit_round.hpp"
#include "crawl/stop_advisor.hpp"
#include "tagtrail/config.hpp"
#include "tagtrail/engine.hpp"
#include "tagtrail/objective.hpp"
#include "tagtrail/policy.hpp"

namespace tagtrail {

class Accounts {
 public:
  /// Borrows both; the budget in `config` may change.
  Accounts(const Config& config, const RevisitRound& round)
      : config_(config),
        round_(round),
        early_stopper_(config.early_stopping),
        advisor_(objective_of(config).weighs_files) {}

  /// One more request is made; its id.
  std::uint64_t issue() { return ++counts_.issued; }
  /// It was answered.
  void count(const Request& request, const Response& response, const Finding& found);
  void count_page() { ++counts_.pages; }
  void count_target(double gain) {
    ++counts_.targets;
    counts_.gain += gain;
  }
  /// Something came in at this time of the job.
  void came_at(std::uint64_t ms);
  /// After each answer that was settled: early stopping and stop advice learn from it.
  void settled(const Policy& policy);

  std::uint64_t requests() const { return counts_.requests; }
  std::uint64_t targets() const { return counts_.targets; }
  std::uint64_t issued() const { return counts_.issued; }
  RevisitRound::Spent spent() const;
  /// Why no request may follow, with so many in flight; nothing when one may.
  std::optional<StopReason> limit_reached(std::size_t in_flight) const;
  /// The part of the progress that is known here. `exhausted`: nothing is left to request.
  Progress report(bool exhausted) const;

  /// In two parts, between which a snapshot has others.
  void save_counts(ByteWriter& out) const;
  void load_counts(ByteReader& in);
  void save_stopping(ByteWriter& out) const;
  bool load_stopping(ByteReader& in) { return early_stopper_.load(in) && advisor_.load(in); }

 private:
  const Config& config_;
  const RevisitRound& round_;
  Progress counts_;
  std::uint64_t now_ms_ = 0;
  EarlyStopper early_stopper_;
  StopAdvisor advisor_;
};

}  // namespace tagtrail
