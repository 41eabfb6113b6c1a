#include "observe/observer.hpp"

#include <fmt/format.h>

#include "system/atomic_file.hpp"
#include "system/say.hpp"

namespace tagtrail::host {
namespace {

constexpr std::chrono::seconds kStatsEvery{5};

}  // namespace

Expected<Observer> Observer::create(const ObserverOptions& options) {
  Observer observer(options);
  if (options.metrics) {
    auto server = TRY(MetricsServer::start(*options.metrics));
    observer.server_ = std::move(server);
  }
  return observer;
}

void Observer::look(const std::function<nlohmann::ordered_json()>& stats,
                    const std::function<std::string()>& metrics) {
  if (server_) server_->publish(metrics());
  const auto now = std::chrono::steady_clock::now();
  if (options_.stats.empty() || now < next_) return;
  next_ = now + kStatsEvery;
  if (const auto written = write(stats()); !written && !failed_) {
    // The job is worth more than its statistics.
    say(stderr, "tagtrail: --stats: {}\n", written.error().message);
    failed_ = true;
  }
}

void Observer::finish(const std::function<nlohmann::ordered_json()>& stats,
                      const std::function<std::string()>& metrics) {
  next_ = {};
  look(stats, metrics);
}

std::string Observer::address() const {
  return server_ ? fmt::format("http://127.0.0.1:{}/metrics", server_->port()) : std::string();
}

Expected<void> Observer::write(const nlohmann::ordered_json& stats) const {
  auto file =
      TRY(AtomicFile::create(options_.stats, options_.stats_in_job ? kPrivateFile : kUsersFile));
  const std::string text =
      stats.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
  TRY(file.write(text));
  return file.publish();
}

}  // namespace tagtrail::host
