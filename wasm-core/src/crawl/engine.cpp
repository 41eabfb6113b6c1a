#include "tagtrail/engine.hpp"

#include "crawl/crawl.hpp"

namespace tagtrail {

Expected<std::unique_ptr<Engine>> Engine::create(const Config& config, Oracle* oracle) {
  auto crawl = TRY(Crawl::make(config, oracle));
  return std::unique_ptr<Engine>(std::move(crawl));
}

Expected<std::unique_ptr<Crawl>> Crawl::make(const Config& config, Oracle* oracle) {
  TRY(validate(config));
  const PolicyInfo& policy = *find_policy(config.policy);
  if (policy.needs_oracle && oracle == nullptr) {
    return fail(ErrorCode::invalid_argument,
                "policy '" + config.policy +
                    "' knows the answers beforehand and works only in replay; choose another for "
                    "live crawls");
  }
  auto objective = TRY(find_objective(config.objective)->make(config));
  return std::unique_ptr<Crawl>(new Crawl(
      config, *Scope::parse(config.scope, config.seed_url), *TargetSet::parse(config.targets),
      *parse_blocklist(config.blocklist), std::move(objective), policy, oracle));
}

Crawl::Crawl(Config config, Scope scope, TargetSet targets, Blocklist blocklist,
             std::unique_ptr<Objective> objective, const PolicyInfo& policy, Oracle* oracle)
    : config_(std::move(config)),
      scope_(std::move(scope)),
      targets_(std::move(targets)),
      blocklist_(blocklist),
      objective_(std::move(objective)),
      policy_info_(policy),
      oracle_(oracle),
      random_(config_.seed),
      early_stopper_(config_.early_stopping),
      acting_(config_),
      policy_(policy.make(config_, *this)) {}

Progress Crawl::progress() const {
  Progress progress = progress_;
  progress.known_urls = urls_.size();
  progress.frontier = policy_->frontier_size() + offers_.size() + unconsidered_links();
  progress.in_flight = flights_.size();
  progress.acting = acting_left();
  progress.round = ledger_.round();
  progress.traps = traps_.report(kMostTraps);
  if (progress.round > 0) {
    progress.round_requests = progress_.requests - round_.requests;
    progress.round_bytes = progress_.target_bytes + progress_.other_bytes - round_.bytes;
  }
  const bool exhausted = finished_ == StopReason::frontier_empty;
  progress.advice = exhausted ? StopAdvice::complete() : advisor_.advice();
  if (exhausted) {
    progress.estimate = FileEstimate{progress.targets, progress.targets, progress.targets, 0};
  } else if (progress.round == 0) {  // rounds of revisiting are no evidence of what there is
    progress.estimate = advisor_.estimate();
  }
  return progress;
}

const Request* Crawl::in_flight(std::uint64_t id) const {
  for (const Flight& flight : flights_) {
    if (flight.request.id == id) return &flight.request;
  }
  return nullptr;
}

}  // namespace tagtrail
