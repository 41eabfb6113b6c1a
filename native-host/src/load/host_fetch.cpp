#include "load/host_fetch.hpp"

#include <algorithm>

#include "load/captures.hpp"

namespace tagtrail::host {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::milliseconds kAttendEvery{200};
constexpr std::chrono::milliseconds kNoTime{0};

void remove_quietly(const fs::path& file) {
  std::error_code ignored;
  if (!file.empty()) fs::remove(file, ignored);
}

}  // namespace

Expected<std::unique_ptr<HostFetch>> HostFetch::create(Options options, Politeness& politeness,
                                                       Attention& attention) {
  auto fetch = std::unique_ptr<HostFetch>(new HostFetch(std::move(options), attention));
  HostFetch* self = fetch.get();
  auto downloader = TRY(Downloader::create(
      fetch->options_.downloader, [self](const FetchRequest& request, const AnswerHead& head) {
        return self->plan(request, head);
      }));
  fetch->downloader_ = std::move(downloader);
  fetch->permits_ = std::make_unique<Permits>(politeness, fetch->waits_, fetch->options_.log);
  return fetch;
}

BodyPlan HostFetch::plan(const FetchRequest& request, const AnswerHead& head) const {
  const auto open = open_.find(request.ticket);
  const bool robots = open != open_.end() && open->second.as == FetchAs::robots;
  if (robots && head.status >= 200 && head.status < 300) return BodyPlan::memory;
  return plan_body(options_.rules, request.url, head);
}

Async<HostFetch::Fetched> HostFetch::fetch(FetchRequest request, FetchAs as) {
  request.directory = options_.directory;
  request.max_file_bytes = options_.max_file_bytes;
  unsigned failures = 0;
  std::uint64_t kept = 0;
  for (unsigned attempts = 1;; ++attempts) {
    Permits::Errand errand{request.url, Via::host, request.method, as == FetchAs::robots};
    auto permit = co_await permits_->take(std::move(errand));
    if (!permit) {
      if (auto nothing = left_alone(permit.error(), attempts - 1)) co_return std::move(*nothing);
      co_return tl::unexpected(permit.error());
    }
    request.ticket = ++last_ticket_;
    Open& open = open_[request.ticket];
    open.as = as;
    downloader_->start(request);
    auto answered =
        waits_.until([&open](SteadyTime now) { return open.result ? now : Waits::kNotYet; });
    co_await answered;
    FetchResult result = std::move(*open.result);
    open_.erase(request.ticket);
    patience_.forget(request.ticket);
    permit->give_back(facts_of(result), result.error);
    if (auto taken = archive(request, result, as); !taken) {
      remove_quietly(result.file);
      co_return tl::unexpected(taken.error());
    }
    // A large file that comes piece by piece gets on; its length bounds how often.
    const bool got_on = result.kept_bytes >= kept + options_.downloader.resume_from;
    kept = std::max(kept, result.kept_bytes);
    failures = got_on ? 0 : failures + 1;
    const bool last = !is_passing(result) || failures > options_.retries;
    if (last && result.proxy_failed) co_return fail(ErrorCode::network, result.error_text);
    if (last) {
      const bool goes_on = result.set_aside && result.error != FetchError::disk_full;
      if (request.method == Method::get && result.file.empty() && !goes_on) {
        forget_partial(options_.directory, request.url);
      }
      co_return Fetched{std::move(result), attempts, {}, {}};
    }
  }
}

Expected<void> HostFetch::archive(const FetchRequest& request, const FetchResult& result,
                                  FetchAs as) const {
  if (options_.archive == nullptr || !was_answered(result)) return {};
  Capture capture = capture_of(request, result);
  capture.for_robots = as == FetchAs::robots;
  return options_.archive->take(capture);
}

void HostFetch::turn(std::chrono::milliseconds longest) {
  if (waits_.resume()) return;
  const SteadyTime now = std::chrono::steady_clock::now();
  const SteadyTime next = std::min(waits_.next(now), now + std::min(longest, kAttendEvery));
  poll(std::max(std::chrono::ceil<std::chrono::milliseconds>(next - now), kNoTime));
  attention_.attend();
  waits_.resume();
}

void HostFetch::poll(std::chrono::milliseconds longest) {
  for (FetchResult& result : downloader_->poll(longest, attention_.descriptors())) {
    const auto open = open_.find(result.ticket);
    if (open != open_.end()) open->second.result = std::move(result);
  }
  set_aside();
}

/// What was broken off comes back by the next poll().
void HostFetch::set_aside() {
  const SteadyTime now = std::chrono::steady_clock::now();
  Pressure pressure = pressure_;
  for (const TransferState& state : downloader_->states()) {
    pressure.others_wait = pressure_.others_wait || permits_->wanted(politeness_host(state.url));
    if (auto verdict = patience_.judge(state, pressure, now)) {
      downloader_->break_off(state.ticket, verdict->error, std::move(verdict->text));
    }
  }
}

std::uint64_t HostFetch::bytes_under_way() const {
  std::uint64_t bytes = 0;
  for (const TransferState& state : downloader_->states()) {
    bytes += state.body_bytes;
    if (state.plan == BodyPlan::file) bytes += state.missing.value_or(0);
  }
  return bytes;
}

void HostFetch::cancel_all() {
  downloader_->cancel_all();
  for (const auto& [ticket, open] : open_) {
    if (open.result) remove_quietly(open.result->file);
  }
  open_.clear();
}

}  // namespace tagtrail::host
