#include "fleet/worker_pace.hpp"

#include <algorithm>

namespace tagtrail::host {
namespace {

constexpr double kMsPerSecond = 1000;

/// Moves `seen` on to `now` and returns by how much.
std::uint64_t advance(std::uint64_t& seen, std::uint64_t now) {
  const std::uint64_t more = std::max(seen, now) - seen;
  seen += more;
  return more;
}

}  // namespace

void PaceMeter::count(const std::string& site, const SiteCounts& counts) {
  SiteCounts& seen = seen_[site];
  done_.files += advance(seen.files, counts.files);
  done_.requests += advance(seen.requests, counts.requests);
  done_.bytes += advance(seen.bytes, counts.bytes);
}

WorkerPace PaceMeter::pace(std::chrono::milliseconds now) {
  samples_.push_back({now, done_});
  // One that is older than the window is kept, so that the window is full.
  while (samples_.size() > 2 && samples_[1].at <= now - kWindow) samples_.pop_front();
  WorkerPace pace{done_};
  const Sample& first = samples_.front();
  const double seconds = static_cast<double>((now - first.at).count()) / kMsPerSecond;
  if (seconds <= 0) return pace;
  const auto rate = [seconds](std::uint64_t before, std::uint64_t after) {
    return static_cast<double>(after - before) / seconds;
  };
  pace.requests = rate(first.done.requests, done_.requests);
  pace.files = rate(first.done.files, done_.files);
  pace.bytes = rate(first.done.bytes, done_.bytes);
  return pace;
}

}  // namespace tagtrail::host
