#include "load/patience.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace tagtrail::host {
namespace {

/// A site may have any number of them; those beyond are broken off again.
constexpr std::size_t kMostSetAside = 10'000;

std::string whole_seconds(Milliseconds time) {
  return fmt::format("{} s", std::chrono::duration_cast<std::chrono::seconds>(time).count());
}

/// Of a file without a known end no more than half of what is left is spent, so that the others
/// have the rest.
bool takes_too_much(const TransferState& state, std::uint64_t bytes_left) {
  if (state.plan != BodyPlan::file) return false;
  if (state.missing) return state.body_bytes + *state.missing > bytes_left;
  return state.body_bytes > bytes_left / 2;
}

}  // namespace

PatienceOptions PatienceOptions::within(std::uint64_t run_ms) {
  constexpr std::uint64_t kWindowShare = 8;
  constexpr std::uint64_t kEndlessShare = 4;
  PatienceOptions options;
  const auto shorter = [run_ms](Milliseconds time, std::uint64_t share) {
    const auto most = static_cast<std::uint64_t>(time.count());
    return Milliseconds{static_cast<Milliseconds::rep>(std::min(most, run_ms / share))};
  };
  options.window = shorter(options.window, kWindowShare);
  options.without_end = shorter(options.without_end, kEndlessShare);
  return options;
}

std::optional<Patience::Verdict> Patience::judge(const TransferState& state,
                                                 const Pressure& pressure, SteadyTime now) {
  if (!state.answered || state.plan == BodyPlan::discard) return std::nullopt;
  auto why = verdict(state, pressure, now);
  if (!why || !pressure.others_wait || set_aside_.contains(state.url)) return std::nullopt;
  if (set_aside_.size() < kMostSetAside) set_aside_.insert(state.url);
  why->text += "; others waited, so it is asked for again when they are done";
  return why;
}

std::optional<Patience::Verdict> Patience::verdict(const TransferState& state,
                                                   const Pressure& pressure, SteadyTime now) {
  auto& watched = watched_.try_emplace(state.ticket, Watched{now, now, state.came}).first->second;
  const bool slow = came_slowly(watched, state, now);
  if (takes_too_much(state, pressure.bytes_left)) {
    return Verdict{FetchError::truncated,
                   "the file would take too much of what is left of --max-bytes"};
  }
  if (slow) {
    return Verdict{FetchError::timeout,
                   fmt::format("less than {} bytes a second came for {}",
                               options_.slow_bytes_per_second, whole_seconds(options_.window))};
  }
  const bool endless = state.plan == BodyPlan::file && !state.missing;
  if (endless && now - watched.answered >= options_.without_end) {
    return Verdict{FetchError::timeout, "no end after " + whole_seconds(options_.without_end)};
  }
  return std::nullopt;
}

/// Once a window.
bool Patience::came_slowly(Watched& watched, const TransferState& state, SteadyTime now) const {
  if (now - watched.since < options_.window) return false;
  const double seconds = std::chrono::duration<double>(now - watched.since).count();
  const auto came = static_cast<double>(state.came - watched.came);
  watched.since = now;
  watched.came = state.came;
  return came < seconds * static_cast<double>(options_.slow_bytes_per_second);
}

std::string Patience::json() const {
  return nlohmann::json(set_aside_).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

void Patience::restore(std::string_view json) {
  const auto urls = nlohmann::json::parse(json, nullptr, false);
  if (!urls.is_array()) return;
  for (const auto& url : urls) {
    if (!url.is_string() || set_aside_.size() == kMostSetAside) continue;
    set_aside_.insert(url.get<std::string>());
  }
}

}  // namespace tagtrail::host
