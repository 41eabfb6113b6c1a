// Tells others how a run goes: a statistics file, and metrics on a port of this machine.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "observe/metrics_server.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

struct ObserverOptions {
  std::filesystem::path stats;  ///< empty: no file
  bool stats_in_job = false;    ///< it stands in the job's folder, and is private as that is
  std::optional<std::uint16_t> metrics;  ///< port; absent: none
};

class Observer {
 public:
  /// Errors: those of MetricsServer::start.
  static Expected<Observer> create(const ObserverOptions& options);

  /// Looks at a run now and then: asks for what it needs, no more often than that is worth.
  void look(const std::function<nlohmann::ordered_json()>& stats,
            const std::function<std::string()>& metrics);
  /// The last look.
  void finish(const std::function<nlohmann::ordered_json()>& stats,
              const std::function<std::string()>& metrics);
  /// `http://127.0.0.1:PORT/metrics`, or empty.
  std::string address() const;

 private:
  explicit Observer(ObserverOptions options) : options_(std::move(options)) {}
  Expected<void> write(const nlohmann::ordered_json& stats) const;

  ObserverOptions options_;
  std::unique_ptr<MetricsServer> server_;
  std::chrono::steady_clock::time_point next_{};
  bool failed_ = false;  ///< the file could not be written, and that was said
};

}  // namespace tagtrail::host
