#include "crawl/accounts.hpp"

#include <algorithm>
#include <array>

namespace tagtrail {
namespace {

/// The rest of it is found anew.
constexpr std::array kKept{&Progress::requests,    &Progress::gets,    &Progress::heads,
                           &Progress::pages,       &Progress::targets, &Progress::target_bytes,
                           &Progress::other_bytes, &Progress::issued};

}  // namespace

void Accounts::count(const Request& request, const Response& response, const Finding& found) {
  const bool head = request.method == Method::head;
  counts_.requests += response.requests;
  (head ? counts_.heads : counts_.gets) += response.requests;
  if (head) {
    counts_.other_bytes += response.header_bytes;
  } else {
    (found.is_target() ? counts_.target_bytes : counts_.other_bytes) += response.body_bytes;
  }
}

void Accounts::came_at(std::uint64_t ms) { now_ms_ = std::max(now_ms_, ms); }

void Accounts::settled(const Policy& policy) {
  if (round_.is_on()) return;
  early_stopper_.update(counts_.requests, counts_.targets);
  advisor_.update({counts_.requests, counts_.targets, counts_.gain}, policy);
}

RevisitRound::Spent Accounts::spent() const {
  return {counts_.requests, counts_.target_bytes + counts_.other_bytes, now_ms_};
}

std::optional<StopReason> Accounts::limit_reached(std::size_t in_flight) const {
  const Budget& budget = config_.budget;
  const RevisitRound::Spent own = round_.spent_of(spent());
  if (own.requests + in_flight >= budget.requests) return StopReason::max_requests;
  if (own.bytes >= budget.bytes) return StopReason::max_bytes;
  if (own.ms >= budget.time_ms) return StopReason::max_time;
  if (round_.is_on()) return std::nullopt;  // a round has its own end
  if (early_stopper_.stopped()) return StopReason::early_stopping;
  const StopAt& stop = config_.stop_at;
  if (stop.share > 0 && advisor_.advice().confidence(stop.share) >= stop.confidence) {
    return StopReason::stop_advice;
  }
  return std::nullopt;
}

Progress Accounts::report(bool exhausted) const {
  Progress progress = counts_;
  progress.round = round_.number();
  if (round_.is_on()) {
    const RevisitRound::Spent own = round_.spent_of(spent());
    progress.round_requests = own.requests;
    progress.round_bytes = own.bytes;
  }
  progress.advice = exhausted ? StopAdvice::complete() : advisor_.advice();
  if (exhausted) {
    progress.estimate = FileEstimate{progress.targets, progress.targets, progress.targets, 0};
  } else if (!round_.is_on()) {  // rounds of revisiting are no evidence of what there is
    progress.estimate = advisor_.estimate();
  }
  return progress;
}

void Accounts::save_counts(ByteWriter& out) const {
  for (const auto count : kKept) out.var(counts_.*count);
  out.f64(counts_.gain);
  out.var(now_ms_);
}

void Accounts::load_counts(ByteReader& in) {
  for (const auto count : kKept) counts_.*count = in.var();
  counts_.gain = in.f64();
  now_ms_ = in.var();
}

void Accounts::save_stopping(ByteWriter& out) const {
  early_stopper_.save(out);
  advisor_.save(out);
}

}  // namespace tagtrail
