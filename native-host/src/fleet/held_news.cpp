#include "fleet/held_news.hpp"

#include <algorithm>

#include "fleet/worker_folder.hpp"
#include "system/times.hpp"

namespace tagtrail::host {
namespace {

constexpr std::chrono::hours kForgetEvery{1};

}  // namespace

void HeldNews::begin(postgres::Connection& connection, const HeldRun& run) {
  meter_.begin(run.site().id, run.counts());
  const auto file = robots_file_of(run.folder());
  const auto known = HostNotes(connection).robots_of(run.site().host, unix_ms_now());
  (void)write_robots_file(file, known.value_or(std::vector<RobotsText>()));
  std::error_code error;
  seen_[run.site().id].robots = std::filesystem::last_write_time(file, error);
}

Expected<void> HeldNews::tell(postgres::Connection& connection, const std::list<HeldRun>& runs) {
  Rests rests;
  for (const HeldRun& run : runs) {
    if (run.given_up()) continue;
    RestWatch& watch = seen_[run.site().id].rests;
    for (const auto& [host, rest] : watch.look(run.folder(), unix_ms_now())) {
      rests[host] = std::max(rests[host], rest);
    }
    TRY(tell_robots(connection, run));
  }
  HostNotes notes(connection);
  TRY(notes.rest(rests));
  if (clock_of_leases() < forget_at_) return {};
  forget_at_ = clock_of_leases() + kForgetEvery;
  return notes.forget_robots();
}

Expected<void> HeldNews::tell_robots(postgres::Connection& connection, const HeldRun& run) {
  Seen& seen = seen_[run.site().id];
  const auto file = robots_file_of(run.folder());
  std::error_code error;
  const auto written = std::filesystem::last_write_time(file, error);
  if (error || written == seen.robots) return {};
  TRY(HostNotes(connection).keep_robots(run.site().host, read_robots_file(file), unix_ms_now()));
  seen.robots = written;
  return {};
}

void HeldNews::end(const HeldRun& run) {
  meter_.end(run.site().id);
  seen_.erase(run.site().id);
  std::error_code error;
  std::filesystem::remove(robots_file_of(run.folder()), error);
}

}  // namespace tagtrail::host
