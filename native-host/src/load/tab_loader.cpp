#include "load/tab_loader.hpp"

#include <algorithm>
#include <memory>

#include "load/address_check.hpp"
#include "load/captures.hpp"
#include "load/fetcher.hpp"
#include "load/json_fields.hpp"
#include "tagtrail/http_status.hpp"
#include "tagtrail/protocol.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail::host {
namespace {

/// One more for the life of this.
class Counted {
 public:
  explicit Counted(unsigned& count) : count_(count) { ++count_; }
  ~Counted() { --count_; }
  Counted(const Counted&) = delete;
  Counted& operator=(const Counted&) = delete;

 private:
  unsigned& count_;
};

/// Over the extension's own limit: a worker that was killed answers never.
constexpr std::chrono::seconds kGrace{15};
/// Of quiet, for pages that show nothing late.
constexpr std::chrono::milliseconds kMoment{50};
/// What an honest extension keeps to (extension/src/content/serialised.ts).
constexpr std::size_t kDocumentBytes = 16ULL << 20;

Loaded not_loaded(const Request& request, FetchError error, std::string why) {
  Loaded loaded;
  loaded.response.request_id = request.id;
  loaded.response.final_url = request.url;
  loaded.response.requests = 0;
  loaded.response.error = error;
  loaded.response.error_text = std::move(why);
  return loaded;
}

}  // namespace

std::chrono::milliseconds TabLoader::quiet_for(const std::string& url) const {
  return patience_.may_hurry(url) ? std::min(kMoment, options_.quiet) : options_.quiet;
}

void TabLoader::learn_patience(const std::string& url, std::chrono::milliseconds quiet,
                               const Json& answer) {
  if (!answer.contains("page")) return;
  const bool late = flag_of(answer, "late");
  if (quiet < options_.quiet && !late) return patience_.hurried(url);
  patience_.waited(url, late);
}

Async<Json> TabLoader::ask(const std::string& url, Reading reading,
                           std::chrono::milliseconds quiet) {
  Channel* channel = channel_();
  if (channel == nullptr) {
    co_return fail(ErrorCode::disconnected, "the extension is not connected");
  }
  // Shared: the reply may come after this wait was given up.
  const bool unfolds = reading == Reading::unfolded;
  auto reply = std::make_shared<std::optional<Expected<Json>>>();
  channel->call_async(protocol::call::kTabLoad,
                      {{"job", options_.job},
                       {"url", url},
                       {"timeoutMs", options_.timeout.count()},
                       {"quietMs", quiet.count()},
                       {"scrolls", unfolds ? options_.scrolls : 0U},
                       {"clicks", unfolds ? options_.clicks : 0U},
                       {"document", options_.archive != nullptr}},
                      [reply](Expected<Json> answer) { *reply = std::move(answer); });
  const auto deadline = std::chrono::steady_clock::now() + options_.timeout + kGrace;
  auto answered = waits_.until([&](SteadyTime now) { return reply->has_value() ? now : deadline; });
  co_await answered;
  if (!reply->has_value()) {
    co_return fail(ErrorCode::disconnected, "the extension does not answer");
  }
  if (!**reply) {
    const Error& error = (**reply).error();
    if (error.code == ErrorCode::disconnected) co_return tl::unexpected(error);
    co_return Json{{"error", "browser"}};
  }
  co_return std::move(***reply);
}

Async<Loaded> TabLoader::load(const Request& request, Reading reading) {
  if (!options_.allow_private) {
    const std::string host(split_url(request.url).host);
    const bool refused = co_await looks_private(waits_, host);
    if (refused) {
      co_return not_loaded(request, FetchError::refused_address,
                           "a private address; --allow-private permits it");
    }
  }
  const auto full = [this] { return loading_ >= std::max(options_.tabs, 1U); };
  auto free = waits_.until([&](SteadyTime now) { return full() ? Waits::kNotYet : now; });
  if (full()) co_await free;
  const Counted one(loading_);
  unsigned requests = 0;
  std::uint32_t sub_requests = 0;
  for (unsigned attempts = 1;; ++attempts) {
    Permits::Errand errand{request.url, Via::tab, Method::get, false};
    auto permit = co_await permits_.take(std::move(errand));
    if (!permit) {
      const auto nothing = left_alone(permit.error(), attempts - 1);
      if (!nothing) co_return tl::unexpected(permit.error());
      auto alone = not_loaded(request, nothing->result.error, nothing->result.error_text);
      alone.response.requests = requests;
      alone.response.sub_requests = sub_requests;
      co_return std::move(alone);
    }
    const auto started = std::chrono::system_clock::now();
    const auto quiet = quiet_for(request.url);
    CO_TRY_LET(const auto answer, co_await ask(request.url, reading, quiet));
    // What was not scrolled may have had no chance to show anything late.
    if (reading == Reading::unfolded) learn_patience(request.url, quiet, answer);
    Loaded loaded;
    Response& response = loaded.response;
    response = response_of_tab(answer, request);
    loaded.login_form = flag_of(answer, "loginForm");
    loaded.with_session = login_sign(request, loaded);
    permit->give_back(facts_of_tab(answer), response.error,
                      {.hops = static_cast<unsigned>(response.redirects.size()),
                       .sub_requests = response.sub_requests});
    CO_TRY(archive(request, response, answer, started));
    requests += response.requests;
    sub_requests += response.sub_requests;
    if (!asks_for_patience(response.status) || attempts > options_.retries) {
      response.requests = requests;
      response.sub_requests = sub_requests;
      co_return std::move(loaded);
    }
  }
}

Expected<void> TabLoader::archive(const Request& request, const Response& response,
                                  const Json& answer,
                                  std::chrono::system_clock::time_point started) const {
  if (options_.archive == nullptr) return {};
  const auto ms = [](std::chrono::system_clock::duration time) {
    return std::chrono::duration_cast<std::chrono::milliseconds>(time).count();
  };
  TabCapture shown;
  shown.started_ms = ms(started.time_since_epoch());
  const auto took = ms(std::chrono::system_clock::now() - started);
  shown.duration_ms = static_cast<std::uint64_t>(std::max<std::int64_t>(took, 0));
  const auto document = answer.find("document");
  if (document != answer.end() && document->is_object()) {
    const auto html = document->find("html");
    if (html != document->end() && html->is_string()) {
      shown.html = std::string_view(html->get_ref<const std::string&>()).substr(0, kDocumentBytes);
    }
    shown.cut = flag_of(*document, "cut");
  }
  return archive_tab(*options_.archive, request.url, response, shown);
}

}  // namespace tagtrail::host
