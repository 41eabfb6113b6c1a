#include "job/loads.hpp"

#include <algorithm>

#include "job/job_session.hpp"

namespace tagtrail::host {
namespace {

/// Shorter waits come and go faster than they are read.
constexpr std::chrono::milliseconds kToldWait{1500};
/// Of a lost session, one of them may have been what ended it.
constexpr std::size_t kLastAnswered = 3;

std::string_view to_string(Permits::HeldUp::By by) {
  switch (by) {
    case Permits::HeldUp::By::other_job:
      return "other_job";
    case Permits::HeldUp::By::away:
      return "away";
    case Permits::HeldUp::By::back_off:
      return "back_off";
    case Permits::HeldUp::By::crawl_delay:
      return "crawl_delay";
    case Permits::HeldUp::By::making:
      return "making";
    case Permits::HeldUp::By::slow_host:
      break;
  }
  return "slow_host";
}

}  // namespace

Loads::Loads(JobParts parts, JobStore& store)
    : store_(store), parts_(std::move(parts)), set_aside_kept_(parts_.fetch->patience().size()) {}

void Loads::start(const Request& request) {
  Load& load = in_flight_.emplace_back();
  load.request = request;
  load.redirect_chain = redirect_chains_.take(request.url);
  load.task = parts_.loader->load(load.request);
  load.task.start();
}

bool Loads::feel_pulse() {
  LentGuard* lent = parts_.sessions->lent();
  if (lent == nullptr || !lent->is_in_doubt()) return false;
  Load& load = in_flight_.emplace_back();
  load.pulse = true;
  load.task = lent->feel_at_end();
  load.task.start();
  return true;
}

std::size_t Loads::fetching() const {
  return static_cast<std::size_t>(std::count_if(
      in_flight_.begin(), in_flight_.end(), [](const Load& load) { return !load.task.done(); }));
}

std::optional<Request> Loads::oldest() const {
  if (in_flight_.empty() || in_flight_.front().pulse) return std::nullopt;
  return in_flight_.front().request;
}

bool Loads::starved() const {
  if (!parts_.claims || fetching() < size()) return false;
  return parts_.claims->waiting() + parts_.robots->waiting() == size() &&
         parts_.claims->starved(std::chrono::steady_clock::now());
}

void Loads::leave_hosts() {
  if (parts_.claims) parts_.claims->leave();
}

void Loads::turn(const Pressure& pressure, bool can_be_taken) {
  if (parts_.claims) parts_.claims->look(std::chrono::steady_clock::now());
  parts_.fetch->set_pressure(pressure);
  // What a replica answered is there at once.
  if (can_be_taken && fetching() < size()) {
    parts_.fetch->turn(std::chrono::milliseconds{0});
  } else {
    parts_.fetch->turn();
  }
}

Expected<std::optional<Loads::Arrival>> Loads::next() {
  for (auto at = in_flight_.begin(); at != in_flight_.end(); ++at) {
    if (!at->task.done()) continue;
    auto loaded = TRY(at->task.take());
    if (at->pulse) {
      if (loaded.attention && !login_) login_ = std::move(loaded.attention);
      at = in_flight_.erase(at);
      return next();
    }
    if (loaded.attention) {
      if (!login_) login_ = std::move(loaded.attention);
      at->task = parts_.loader->load(at->request);
      at->held = true;
      continue;
    }
    if (loaded.acted && !login_) login_ = std::move(loaded.acted);
    Arrival arrival{std::move(at->request), std::move(at->redirect_chain), std::move(loaded)};
    in_flight_.erase(at);
    last_answered_.push_front(arrival.request.url);
    if (last_answered_.size() > kLastAnswered) last_answered_.pop_back();
    return arrival;
  }
  return std::nullopt;
}

void Loads::start_held() {
  for (Load& load : in_flight_) {
    if (std::exchange(load.held, false)) load.task.start();
  }
}

void Loads::give_up() {
  for (Load& load : in_flight_) {
    if (load.pulse) continue;
    redirect_chains_.put(load.request.url, std::move(load.redirect_chain));
    if (!load.task.done()) continue;
    std::error_code ignored;
    const auto loaded = load.task.take();
    if (loaded && loaded->file) std::filesystem::remove(loaded->file->file, ignored);
  }
  in_flight_.clear();
  parts_.fetch->cancel_all();
}

Expected<void> Loads::keep_set_aside() {
  if (const auto news = parts_.sessions->doubts_news()) TRY(store_.set(kSessionDoubts, *news));
  const Patience& patience = parts_.fetch->patience();
  if (patience.size() == set_aside_kept_) return {};
  set_aside_kept_ = patience.size();
  return store_.set(kSetAside, patience.json());
}

Expected<void> Loads::keep_sessions() {
  if (const auto news = parts_.sessions->news()) TRY(store_.set(kSessions, *news));
  const auto use = parts_.sessions->use_news();
  return use ? store_.set(kSessionUse, *use) : Expected<void>{};
}

Expected<void> Loads::keep_stopped() {
  const auto news = parts_.stopped->news();
  return news ? store_.set(kStoppedRequests, *news) : Expected<void>{};
}

Expected<void> Loads::keep_cookies() {
  if (!parts_.keeps_cookies) return {};
  return store_.set(kCookies, parts_.fetch->cookies());
}

Expected<void> Loads::finish() {
  return parts_.recorded ? parts_.recorded->finish() : Expected<void>{};
}

std::optional<JobWait> Loads::wait() const {
  const auto now = std::chrono::steady_clock::now();
  const auto held_up = parts_.fetch->permits().held_up(now);
  if (!held_up) return std::nullopt;
  const auto until = held_up->until.value_or(now);
  if (now - held_up->since < kToldWait && until - now < kToldWait) return std::nullopt;
  JobWait wait{std::string(to_string(held_up->by)), held_up->host, std::nullopt};
  if (until > now) wait.seconds = std::chrono::duration<double>(until - now).count();
  return wait;
}

}  // namespace tagtrail::host
