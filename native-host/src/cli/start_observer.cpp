#include "cli/start_observer.hpp"

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
                fmt::format("there is no folder {}: create it first", folder.string()));
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

Expected<Observer> start_observer(const JobRequest& request, const std::filesystem::path& job) {
  constexpr std::uint64_t kLastPort = 65535;
  if (auto fit = check_stats(request.stats, job); !fit) {
    return fail(fit.error().code, "--stats: " + fit.error().message);
  }
  ObserverOptions options;
  options.stats = request.stats;
  options.stats_in_job = stands_in(job, options.stats);
  if (request.metrics) {
    if (*request.metrics > kLastPort) {
      return fail(ErrorCode::invalid_argument, "--metrics: a port is a number up to 65535");
    }
    options.metrics = static_cast<std::uint16_t>(*request.metrics);
  }
  auto observer = Observer::create(options);
  if (observer && !request.quiet && !observer->address().empty()) {
    say(stderr, "metrics: {}\n", observer->address());
  }
  return observer;
}

}  // namespace tagtrail::host
