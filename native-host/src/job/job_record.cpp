#include "job/job_record.hpp"

#include "export/datapackage.hpp"
#include "export/manners.hpp"
#include "fetch/user_agent.hpp"

namespace tagtrail::host {
namespace {

std::uint64_t ms(std::chrono::milliseconds time) {
  return static_cast<std::uint64_t>(time.count());
}

PackageFacts package_facts(const JobSetup& setup, std::string_view engine) {
  PackageFacts facts;
  facts.seed_url = setup.config.seed_url;
  facts.engine = std::string(engine);
  facts.policy = setup.config.policy;
  facts.seed = setup.config.seed;
  facts.version = setup.version;
  facts.robots = setup.options.robots;
  facts.delay_ms = ms(setup.options.delay);
  facts.connections = setup.options.connections;
  return facts;
}

Expected<void> keep_left_out(JobStore& store, const Progress& progress) {
  LeftOut traps{LeftOutCause::trap, progress.traps.size(), 0, {}};
  for (const TrapReport& trap : progress.traps) {
    traps.links += trap.left;
    if (traps.example.empty()) traps.example = trap.example;
  }
  TRY(store.keep_left_out(traps));
  TRY(store.keep_left_out({LeftOutCause::acts, progress.acting, 0, {}}));
  return store.keep_left_out({LeftOutCause::not_asked, progress.frontier, 0, {}});
}

}  // namespace

Expected<void> keep_facts(JobStore& store, const JobSetup& setup, std::string_view engine) {
  const JobOptions& options = setup.options;
  MannersFacts manners;
  manners.seed_url = setup.config.seed_url;
  manners.user_agent = options.user_agent.empty() ? std::string(kUserAgent) : options.user_agent;
  manners.robots = options.robots;
  manners.delay_ms = ms(options.delay);
  manners.max_crawl_delay_ms = ms(options.max_crawl_delay);
  manners.max_wait_ms = ms(options.max_wait);
  manners.connections = options.connections;
  TRY(store.set(kMannersFacts, to_json(manners)));
  return store.set(kPackageFacts, facts_to_json(package_facts(setup, engine)));
}

Expected<void> write_manifest(JobStore& store, const JobSetup& setup, std::string_view engine,
                              JobStatus& status) {
  status.revisits = TRY(store.revisits());
  TRY(keep_left_out(store, status.progress));
  status.left_out = TRY(store.left_out());
  return write_datapackage(store, package_facts(setup, engine));
}

}  // namespace tagtrail::host
