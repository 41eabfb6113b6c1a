// The engine as others have it: made, told about, saved and restored.
#include "tagtrail/engine.hpp"

#include <algorithm>
#include <array>

#include "crawl/crawl.hpp"

namespace tagtrail {
namespace {

constexpr std::uint32_t kMagic = 0x53545454;  // "TTTS"
constexpr std::uint32_t kVersion = 11;
constexpr std::size_t kChecksumBytes = 8;
constexpr std::uint8_t kNotFinished = 0xFF;

/// The rest of it is found anew.
constexpr std::array kKept{&Progress::requests,    &Progress::gets,    &Progress::heads,
                           &Progress::pages,       &Progress::targets, &Progress::target_bytes,
                           &Progress::other_bytes, &Progress::issued};

}  // namespace

Expected<std::unique_ptr<Engine>> Engine::create(const Config& config, Oracle* oracle) {
  return Crawl::make(config, oracle);
}

Expected<std::unique_ptr<Crawl>> Crawl::make(const Config& config, Oracle* oracle) {
  TRY(validate(config));
  const PolicyInfo& policy = *find_policy(config.policy);
  if (policy.needs_oracle && oracle == nullptr) {
    return fail(ErrorCode::invalid_argument,
                "policy '" + config.policy +
                    "' knows the answers beforehand and works only in replay; choose another for "
                    "live crawls");
  }
  auto objective = TRY(find_objective(config.objective)->make(config));
  return std::unique_ptr<Crawl>(new Crawl(config, std::move(objective), policy, oracle));
}

Crawl::Crawl(const Config& config, std::unique_ptr<Objective> objective, const PolicyInfo& policy,
             Oracle* oracle)
    : config_(config),
      admission_(config),
      objective_(std::move(objective)),
      policy_info_(policy),
      oracle_(oracle),
      random_(config.seed),
      early_stopper_(config.early_stopping),
      book_(urls_),
      round_(urls_, book_.clusters()),
      acting_(config, urls_, book_.clusters()),
      policy_(policy.make(config_, *this)) {}

Progress Crawl::progress() const {
  Progress progress = progress_;
  progress.known_urls = urls_.size();
  progress.frontier = policy_->frontier_size() + offers_.all().size();
  if (finished_) progress.frontier += open_pages_.count_left(urls_, admission_);
  progress.in_flight = flights_.size();
  progress.acting = acting_.count();
  progress.round = round_.number();
  progress.traps = traps_.report(kMostTraps);
  if (round_.is_on()) {
    const RevisitRound::Spent own = round_.spent_of(spent());
    progress.round_requests = own.requests;
    progress.round_bytes = own.bytes;
  }
  const bool exhausted = finished_ == StopReason::frontier_empty;
  progress.advice = exhausted ? StopAdvice::complete() : advisor_.advice();
  if (exhausted) {
    progress.estimate = FileEstimate{progress.targets, progress.targets, progress.targets, 0};
  } else if (!round_.is_on()) {  // rounds of revisiting are no evidence of what there is
    progress.estimate = advisor_.estimate();
  }
  return progress;
}

Bytes Crawl::snapshot() const {
  ByteWriter out;
  out.u32(kMagic);
  out.u32(kVersion);
  out.text(config_to_json(config_));
  out.u64(random_.state());
  for (const auto count : kKept) out.var(progress_.*count);
  out.var(now_ms_);
  out.boolean(started_);
  out.boolean(waits_);
  out.u8(finished_ ? static_cast<std::uint8_t>(*finished_) : kNotFinished);
  early_stopper_.save(out);
  advisor_.save(out);
  urls_.save(out);
  round_.save(out);
  book_.save(out);
  acting_.save(out);
  offers_.save(out);
  traps_.save(out);
  open_pages_.save(out);
  flights_.save_follow_ups(out);
  retries_.save(out);
  flights_.save(out);
  policy_->save(out);
  out.u64(hash_bytes(out.bytes().data(), out.bytes().size()));
  return out.take();
}

bool Crawl::load(ByteReader& in) {
  random_.set_state(in.u64());
  for (const auto count : kKept) progress_.*count = in.var();
  now_ms_ = in.var();
  started_ = in.boolean();
  waits_ = in.boolean();
  const std::uint8_t finished = in.u8();
  if (finished != kNotFinished) {
    if (finished > static_cast<std::uint8_t>(StopReason::stop_advice)) return false;
    finished_ = static_cast<StopReason>(finished);
  }
  if (!early_stopper_.load(in) || !advisor_.load(in) || !urls_.load(in) ||
      !round_.load(in, spent()) || !book_.load(in) || !acting_.load(in) ||
      !offers_.load(in, urls_.size()) || !traps_.load(in, urls_.size()) ||
      !open_pages_.load(in, urls_.size()) || !flights_.load_follow_ups(in, urls_) ||
      !retries_.load(in, urls_) || !flights_.load(in, urls_, config_.in_flight, progress_.issued)) {
    return false;
  }
  const auto expected = [&](const Flight& flight) { return open_pages_.expect(flight); };
  return std::all_of(flights_.follow_ups().begin(), flights_.follow_ups().end(), expected) &&
         std::all_of(flights_.out().begin(), flights_.out().end(), expected) && policy_->load(in) &&
         in.ok() && in.at_end();
}

Expected<std::unique_ptr<Engine>> Engine::restore(const std::uint8_t* data, std::size_t size,
                                                  Oracle* oracle) {
  const auto damaged = [] { return fail(ErrorCode::invalid_data, "damaged snapshot"); };
  if (size < kChecksumBytes + 8) return damaged();
  ByteReader checksum(data + size - kChecksumBytes, kChecksumBytes);
  if (checksum.u64() != hash_bytes(data, size - kChecksumBytes)) return damaged();
  ByteReader in(data, size - kChecksumBytes);
  if (in.u32() != kMagic) return damaged();
  if (const std::uint32_t version = in.u32(); version != kVersion) {
    return fail(ErrorCode::wrong_version, "snapshot of version " + std::to_string(version) +
                                              "; this program reads " + std::to_string(kVersion));
  }
  auto config = config_from_json(in.view());
  if (!in.ok() || !config) return damaged();
  auto crawl = TRY(Crawl::make(*config, oracle));
  if (!crawl->load(in)) return damaged();
  return std::unique_ptr<Engine>(std::move(crawl));
}

}  // namespace tagtrail
