// What an engine is told besides responses: the user's words, limits, rounds of revisiting. They
// are recorded before the engine hears of them, and told again in their place by a replay.
#pragma once

#include <vector>

#include "job/engine_port.hpp"
#include "store/job_store.hpp"

namespace tagtrail::host {

/// Of a word that comes now; `at_start`: with the start of the job.
JobInput feedback_input(const JobStore& store, const Feedback& feedback, bool at_start);

/// Records a budget, and the one before it: a replay from the beginning starts with the first that
/// is recorded. Returns what was recorded, nothing when they are the same. Errors of all: those of
/// the store; invalid_data.
Expected<std::vector<JobInput>> record_budgets(JobStore& store, const Budget& before,
                                               const Budget& after);
/// Records that a round of revisiting begins, with a budget of its own, at `began_ms` of the job's
/// time.
Expected<void> record_round(JobStore& store, const Budget& before, const Budget& budget,
                            std::uint64_t began_ms);
/// When the newest round began; 0 without one.
Expected<std::uint64_t> round_began_ms(const JobStore& store);

/// The configuration with which the engine began of a job that goes by `config` now.
Expected<Config> first_config(const JobStore& store, Config config);

/// Whether the person has allowed links like this one to act, or all, and did not take it back.
Expected<bool> allows_acting(const JobStore& store, const std::string& url);

/// Errors: those of the engine, besides.
Expected<void> tell_engine(EnginePort& engine, const JobInput& input);

}  // namespace tagtrail::host
