#include "cli/observe_options.hpp"

#include <fmt/format.h>

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

Expected<Observer> start_observer(const ObserverOptions& options, bool quiet) {
  auto observer = Observer::create(options);
  if (observer && !quiet && !observer->address().empty()) {
    fmt::print(stderr, "metrics: {}\n", observer->address());
  }
  return observer;
}

}  // namespace tagtrail::host
