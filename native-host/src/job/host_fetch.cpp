#include "job/host_fetch.hpp"

#include <ctime>

#include "feeds/link_source.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail::host {
namespace {

constexpr std::chrono::milliseconds kAttendEvery{200};

bool is_success(int status) { return status >= 200 && status < 300; }

/// Worth another try: the server asks for patience, or the connection broke.
bool is_passing(const FetchResult& result) {
  if (result.error == FetchError::network || result.error == FetchError::timeout) return true;
  return result.error == FetchError::none &&
         (result.head.status == 429 || result.head.status == 503);
}

AnswerFacts facts_of(const FetchResult& result) {
  AnswerFacts facts;
  facts.status = result.error == FetchError::none ? result.head.status : 0;
  facts.latency = result.latency;
  facts.retry_after = parse_retry_after(result.head.retry_after, std::time(nullptr));
  return facts;
}

}  // namespace

Expected<std::unique_ptr<HostFetch>> HostFetch::create(Options options, Politeness& politeness,
                                                       Attention& attention) {
  auto fetch = std::unique_ptr<HostFetch>(new HostFetch(std::move(options), attention));
  HostFetch* self = fetch.get();
  auto downloader = Downloader::create(fetch->options_.downloader,
                                       [self](const FetchRequest& request, const AnswerHead& head) {
                                         return self->plan(request, head);
                                       });
  if (!downloader) return tl::unexpected(downloader.error());
  fetch->downloader_ = std::move(*downloader);
  fetch->permits_ = std::make_unique<Permits>(politeness, *fetch->downloader_, attention);
  return fetch;
}

BodyPlan HostFetch::plan(const FetchRequest& request, const AnswerHead& head) const {
  if (!is_success(head.status)) return BodyPlan::discard;
  if (as_ == FetchAs::robots || is_html(head.mime)) return BodyPlan::memory;
  if (blocked_mime(options_.blocklist, head.mime, options_.wanted)) return BodyPlan::discard;
  // Without a type the body has to speak for itself.
  if (head.mime.empty()) return BodyPlan::file;
  const bool wanted = options_.wanted.matches({head.mime, request.url, head.file_name, {}});
  if (wanted) return BodyPlan::file;
  const bool source =
      options_.sitemaps && may_be_link_source({request.url, head.mime, head.content_type, false});
  return source ? BodyPlan::memory : BodyPlan::discard;
}

Expected<std::optional<FetchResult>> HostFetch::attempt(const FetchRequest& request) {
  const std::string origin = origin_of(request.url);
  const auto permit = permits_->take(origin);
  if (!permit) return tl::unexpected(permit.error());
  if (!*permit) return std::optional<FetchResult>{};
  ++attempts_;
  downloader_->start(request);
  for (;;) {
    auto results = downloader_->poll(kAttendEvery, attention_.descriptors());
    attention_.attend();
    if (!results.empty()) {
      permits_->give_back(origin, facts_of(results.front()));
      return std::optional(std::move(results.front()));
    }
    if (attention_.stopping()) {
      downloader_->cancel_all();
      permits_->give_back(origin, {});
      return std::optional<FetchResult>{};
    }
  }
}

Expected<std::optional<FetchResult>> HostFetch::fetch(FetchRequest request, FetchAs as) {
  as_ = as;
  attempts_ = 0;
  request.directory = options_.directory;
  request.max_file_bytes = options_.max_file_bytes;
  for (;;) {
    request.ticket = ++last_ticket_;
    auto result = attempt(request);
    if (!result || !result->has_value()) return result;
    if (!is_passing(**result) || attempts_ > options_.retries) return result;
  }
}

}  // namespace tagtrail::host
