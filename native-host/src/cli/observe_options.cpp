#include "cli/observe_options.hpp"

#include <fmt/format.h>

#include "store/own_files.hpp"
#include "system/say.hpp"

namespace tagtrail::host {

void add_observe_options(CLI::App& command, ObserverOptions& options) {
  command.add_option("--stats", options.stats,
                     "write statistics as JSON into this file, every 5 s and at the end");
  command
      .add_option("--metrics", options.metrics,
                  "answer Prometheus at http://127.0.0.1:PORT/metrics; 0: any free port")
      ->type_name("PORT")
      ->check(CLI::Range(0, 65535));
}

Expected<Observer> start_observer(const ObserverOptions& options, const std::filesystem::path& job,
                                  bool quiet) {
  if (!options.stats.empty()) {
    if (auto free = refuse_job_data(options.stats, job); !free) {
      return fail(free.error().code, "--stats: " + free.error().message);
    }
  }
  auto observer = Observer::create(options);
  if (observer && !quiet && !observer->address().empty()) {
    say(stderr, "metrics: {}\n", observer->address());
  }
  return observer;
}

}  // namespace tagtrail::host
