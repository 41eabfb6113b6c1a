#include "load/host_fetch.hpp"

#include <algorithm>

#include "fetch/file_sink.hpp"

namespace tagtrail::host {
namespace {

constexpr std::chrono::milliseconds kAttendEvery{200};
constexpr std::chrono::milliseconds kNoTime{0};

}  // namespace

HostFetch::HostFetch(const Options& options, Politeness& politeness, Attention& attention)
    : Fetcher({.directory = options.directory,
               .max_file_bytes = options.max_file_bytes,
               .retries = options.retries,
               .resume_from = options.downloader.resume_from,
               .archive = options.archive},
              permits_, waits_),
      rules_(options.rules),
      attention_(attention),
      permits_(politeness, waits_, options.log, options.claims),
      patience_(options.patience) {}

Expected<std::unique_ptr<HostFetch>> HostFetch::create(Options options, Politeness& politeness,
                                                       Attention& attention) {
  auto fetch = std::unique_ptr<HostFetch>(new HostFetch(options, politeness, attention));
  HostFetch* self = fetch.get();
  fetch->downloader_ = TRY(Downloader::create(
      std::move(options.downloader), [self](const FetchRequest& request, const AnswerHead& head) {
        return self->plan(request, head);
      }));
  return fetch;
}

BodyPlan HostFetch::plan(const FetchRequest& request, const AnswerHead& head) const {
  const auto open = open_.find(request.ticket);
  const bool robots = open != open_.end() && open->second.as == FetchAs::robots;
  if (robots && head.status >= 200 && head.status < 300) return BodyPlan::memory;
  return plan_body(rules_, request.url, head, request.lists_links);
}

Async<Fetched> HostFetch::send(const FetchRequest& request, FetchAs as) {
  Open& open = open_[request.ticket];
  open.as = as;
  downloader_->start(request);
  auto answered =
      waits_.until([&open](SteadyTime now) { return open.result ? now : Waits::kNotYet; });
  co_await answered;
  Fetched fetched;
  fetched.result = std::move(*open.result);
  open_.erase(request.ticket);
  patience_.forget(request.ticket);
  fetched.judge();
  co_return fetched;
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
    pressure.others_wait = pressure_.others_wait || permits_.wanted(politeness_host(state.url));
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
