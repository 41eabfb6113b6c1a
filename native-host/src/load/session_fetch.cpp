#include "load/session_fetch.hpp"

#include <algorithm>
#include <memory>

#include "fetch/curl_errors.hpp"
#include "load/address_check.hpp"
#include "load/captures.hpp"
#include "load/made_file.hpp"
#include "tagtrail/protocol.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail::host {
namespace {

namespace fs = std::filesystem;

/// Over the extension's own limit: a worker that was killed answers never.
constexpr std::chrono::seconds kGrace{15};

Fetcher::Fetched refused_by_address(const std::string& host) {
  Fetcher::Fetched refused;
  refused.result.error = FetchError::refused_address;
  refused.result.error_text = refused_text(host);
  return refused;
}

/// What the browser brought from a private address that it was redirected to.
void take_away(Fetcher::Fetched& fetched, const std::string& host) {
  FetchResult& result = fetched.result;
  std::error_code ignored;
  if (!result.file.empty()) fs::remove(result.file, ignored);
  result.file.clear();
  result.body.clear();
  result.start.clear();
  result.error = FetchError::refused_address;
  result.error_text = refused_text(host);
}

}  // namespace

/// A transfer under way; one that is given up is cancelled in the browser too.
class SessionFetch::Open {
 public:
  Open(SessionFetch& owner, FetchRequest request)
      : owner_(owner), transfer(std::move(request), owner.options_.rules) {
    owner_.open_.emplace(load(), &transfer);
  }
  ~Open() {
    owner_.open_.erase(load());
    Channel* channel = answered ? nullptr : owner_.channel_();
    if (channel == nullptr) return;
    channel->call_async(protocol::call::kFetchCancel,
                        {{"job", owner_.options_.job}, {"load", load()}},
                        [](const Expected<Json>&) {});
  }
  Open(const Open&) = delete;
  Open& operator=(const Open&) = delete;

  std::uint64_t load() const { return transfer.request().ticket; }

 private:
  SessionFetch& owner_;

 public:
  BrowserTransfer transfer;
  bool answered = false;
};

Expected<Json> SessionFetch::serve(std::string_view call, const Json& message) {
  const auto open = open_.find(number_of(message, "load"));
  if (open == open_.end()) return fail(ErrorCode::not_found, "no such load is under way");
  if (call == protocol::call::kFetchHead) {
    const auto take = TRY(open->second->on_head(message));
    return Json{{"take", take}};
  }
  TRY(open->second->on_data(message));
  return Json::object();
}

Json SessionFetch::fields_of(const FetchRequest& asked) const {
  Json fields{{"job", options_.job}, {"load", asked.ticket}, {"url", asked.url}};
  if (is_made_file(asked.url)) {
    fields["timeoutMs"] = options_.tab_timeout.count();
    fields["quietMs"] = options_.tab_quiet.count();
    fields["scrolls"] = options_.tab_scrolls;
    fields["clicks"] = options_.tab_clicks;
  } else {
    fields["timeoutMs"] = options_.rules.stall.count();
    fields["method"] = to_string(asked.method);
    fields["referer"] = asked.referer;
  }
  return fields;
}

/// What a page makes, the tab that shows it gives.
Via SessionFetch::via(std::string_view url) const {
  return is_made_file(url) ? Via::tab : Via::browser;
}

Async<Fetcher::Fetched> SessionFetch::ask(FetchRequest request) {
  Channel* channel = channel_();
  if (channel == nullptr) {
    co_return fail(ErrorCode::disconnected, "the extension is not connected");
  }
  // Shared: the reply may come after this wait was given up.
  auto reply = std::make_shared<std::optional<Expected<Json>>>();
  Open open(*this, std::move(request));
  const FetchRequest& asked = open.transfer.request();
  channel->call_async(
      is_made_file(asked.url) ? protocol::call::kBlobLoad : protocol::call::kFetchLoad,
      fields_of(asked), [reply](Expected<Json> answer) { *reply = std::move(answer); });
  auto answered = waits_.until([&](SteadyTime now) {
    if (reply->has_value()) return now;
    return std::min(open.transfer.stalled_at() + kGrace, open.transfer.late_at());
  });
  co_await answered;
  if (reply->has_value()) {
    open.answered = true;
    if (**reply) co_return open.transfer.finish(***reply);
    const Error& error = (**reply).error();
    if (error.code == ErrorCode::disconnected) co_return tl::unexpected(error);
    co_return open.transfer.finish(Json{{"error", "browser"}});
  }
  if (open.transfer.late_at() <= std::chrono::steady_clock::now()) {
    co_return open.transfer.finish_late();
  }
  co_return fail(ErrorCode::disconnected, "the extension does not answer");
}

Async<Fetcher::Fetched> SessionFetch::fetch(FetchRequest request, FetchAs) {
  request.directory = options_.directory;
  request.max_file_bytes = options_.max_file_bytes;
  const std::string host(split_url(request.url).host);
  if (!options_.rules.allow_private) {
    const bool refused = co_await looks_private(waits_, host);
    if (refused) co_return refused_by_address(host);
  }
  for (unsigned attempts = 1;; ++attempts) {
    Permits::Errand errand{request.url, via(request.url), request.method, false};
    auto permit = co_await permits_.take(std::move(errand));
    if (!permit) {
      if (auto nothing = left_alone(permit.error(), attempts - 1)) co_return std::move(*nothing);
      co_return tl::unexpected(permit.error());
    }
    request.ticket = ++last_load_;
    CO_TRY_LET(auto fetched, co_await ask(request));
    const std::string moved_to(split_url(fetched.final_url).host);
    if (!options_.rules.allow_private && moved_to != host) {
      const bool refused = co_await looks_private(waits_, moved_to);
      if (refused) take_away(fetched, moved_to);
    }
    permit->give_back(facts_of(fetched.result), fetched.result.error,
                      {.hops = static_cast<unsigned>(fetched.redirects.size())});
    if (options_.archive != nullptr) {
      auto taken = archive_browser_fetch(*options_.archive, request, fetched, via(request.url));
      if (!taken) {
        std::error_code ignored;
        if (!fetched.result.file.empty()) fs::remove(fetched.result.file, ignored);
        co_return tl::unexpected(taken.error());
      }
    }
    if (!is_passing(fetched.result) || attempts > options_.retries) {
      fetched.attempts = attempts;
      co_return std::move(fetched);
    }
  }
}

}  // namespace tagtrail::host
