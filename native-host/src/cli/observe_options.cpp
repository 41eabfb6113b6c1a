#include "cli/observe_options.hpp"

#include <fmt/format.h>

#include "store/own_files.hpp"
#include "system/atomic_file.hpp"
#include "system/say.hpp"

namespace tagtrail::host {
namespace {

namespace fs = std::filesystem;

/// A new job makes its folder, and those that it is in.
bool is_made_by(const fs::path& job, const fs::path& folder) {
  if (job.empty()) return false;
  const fs::path inner = fs::absolute(job).lexically_normal();
  const fs::path outer = fs::absolute(folder).lexically_normal() / "";
  return (inner / "").string().starts_with(outer.string());
}

/// Before anything is requested: a run of days shall not end without what was wanted of it.
Expected<void> check_stats(const fs::path& file, const fs::path& job) {
  if (file.empty()) return {};
  TRY(refuse_job_data(file, job));
  std::error_code error;
  if (!file.has_filename() || fs::is_directory(file, error)) {
    return fail(ErrorCode::io, fmt::format("{} is a folder: name a file in it", file.string()));
  }
  const fs::path folder = file.has_parent_path() ? file.parent_path() : fs::path(".");
  if (!fs::exists(folder, error)) {
    if (is_made_by(job, folder)) return {};
    return fail(ErrorCode::not_found,
                fmt::format("there is no folder {}: make it first", folder.string()));
  }
  const auto tried = AtomicFile::create(file, kUsersFile);
  if (tried) return {};
  return fail(tried.error().code,
              tried.error().message + ": name a file in a folder that can be written");
}

bool stands_in(const fs::path& job, const fs::path& file) {
  if (job.empty() || file.empty()) return false;
  std::error_code ignored;
  const fs::path inner = fs::weakly_canonical(fs::absolute(file, ignored), ignored);
  const fs::path outer = fs::weakly_canonical(fs::absolute(job, ignored), ignored) / "";
  return inner.string().starts_with(outer.string());
}

}  // namespace

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
  if (auto fit = check_stats(options.stats, job); !fit) {
    return fail(fit.error().code, "--stats: " + fit.error().message);
  }
  ObserverOptions all = options;
  all.stats_in_job = stands_in(job, options.stats);
  auto observer = Observer::create(all);
  if (observer && !quiet && !observer->address().empty()) {
    say(stderr, "metrics: {}\n", observer->address());
  }
  return observer;
}

}  // namespace tagtrail::host
