#include "load/session_fetch.hpp"

#include <algorithm>

#include "fetch/address_guard.hpp"
#include "fetch/file_sink.hpp"
#include "load/address_check.hpp"
#include "load/extension_answers.hpp"
#include "tagtrail/protocol.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail::host {
namespace {

/// What the browser brought from a private address that it was redirected to.
void take_away(FetchResult& result, const std::string& host) {
  remove_quietly(result.file);
  result.file.clear();
  result.body.clear();
  result.start.clear();
  result.give_up(FetchError::refused_address, refused_text(host));
}

}  // namespace

/// A transfer under way; one that is given up is cancelled in the browser too.
class SessionFetch::Open {
 public:
  Open(SessionFetch& owner, const FetchRequest& request)
      : owner_(owner), load_(request.ticket), transfer(request, owner.options_.rules) {
    owner_.open_.emplace(load_, &transfer);
  }
  ~Open() {
    owner_.open_.erase(load_);
    Channel* channel = answered ? nullptr : owner_.channel_();
    if (channel == nullptr) return;
    channel->call_async(protocol::call::kFetchCancel,
                        {{"job", owner_.options_.job}, {"load", load_}},
                        [](const Expected<Json>&) {});
  }
  Open(const Open&) = delete;
  Open& operator=(const Open&) = delete;

 private:
  SessionFetch& owner_;
  std::uint64_t load_;

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
    fields["guesses"] = options_.tab_guesses;
    fields["posts"] = options_.tab_posts;
    fields["allowPrivate"] = options_.rules.allow_private;
    fields["proxied"] = options_.tab_proxied;
  } else {
    fields["timeoutMs"] = options_.rules.limits.stall_timeout.count();
    fields["method"] = to_string(asked.method);
    fields["referer"] = asked.referer;
  }
  return fields;
}

Async<Fetched> SessionFetch::ask(const FetchRequest& request) {
  Open open(*this, request);
  BrowserTransfer& transfer = open.transfer;
  const auto call =
      is_made_file(request.url) ? protocol::call::kBlobLoad : protocol::call::kFetchLoad;
  auto asked = ask_extension(channel_(), waits(), call, fields_of(request), [&transfer] {
    return std::min(transfer.stalled_at() + kGrace, transfer.late_at());
  });
  auto reply = co_await asked;
  open.answered = !reply || reply->has_value();
  if (!reply) co_return tl::unexpected(reply.error());
  if (reply->has_value()) co_return transfer.finish(**reply);
  if (transfer.late_at() <= std::chrono::steady_clock::now()) co_return transfer.finish_late();
  co_return fail(ErrorCode::disconnected, "the extension does not answer");
}

Async<Fetched> SessionFetch::send(const FetchRequest& request, FetchAs) {
  CO_TRY_LET(auto fetched, co_await ask(request));
  const std::string moved_to(split_url(fetched.final_url).host);
  if (!options_.rules.allow_private && moved_to != split_url(request.url).host) {
    const bool refused = co_await looks_private(waits(), moved_to);
    if (refused) take_away(fetched.result, moved_to);
  }
  fetched.judge();
  co_return std::move(fetched);
}

}  // namespace tagtrail::host
