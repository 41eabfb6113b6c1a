#include "load/tab_loader.hpp"

#include <algorithm>
#include <memory>

#include "fetch/address_guard.hpp"
#include "load/captures.hpp"
#include "load/json_fields.hpp"
#include "tagtrail/protocol.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail::host {
namespace {

/// True for the life of this.
class Raised {
 public:
  explicit Raised(bool& flag) : flag_(flag) { flag_ = true; }
  ~Raised() { flag_ = false; }
  Raised(const Raised&) = delete;
  Raised& operator=(const Raised&) = delete;

 private:
  bool& flag_;
};

/// Over the extension's own limit: a worker that was killed answers never.
constexpr std::chrono::seconds kGrace{15};
/// What an honest extension keeps to (extension/src/content/serialised.ts).
constexpr std::size_t kDocumentBytes = 16ULL << 20;

}  // namespace

Async<Json> TabLoader::ask(const std::string& url, Reading reading) {
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
                       {"quietMs", options_.quiet.count()},
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
  Loaded loaded;
  if (!options_.allow_private && leads_to_private(std::string(split_url(request.url).host))) {
    loaded.response.request_id = request.id;
    loaded.response.final_url = request.url;
    loaded.response.requests = 0;
    loaded.response.error = FetchError::refused_address;
    loaded.response.error_text = "a private address; --allow-private permits it";
    co_return std::move(loaded);
  }
  auto free = waits_.until([&](SteadyTime now) { return in_use_ ? Waits::kNotYet : now; });
  if (in_use_) co_await free;
  const Raised in_use(in_use_);
  auto permit = co_await permits_.take(origin_of(request.url));
  if (!permit) co_return tl::unexpected(permit.error());
  const auto started = std::chrono::system_clock::now();
  const auto answer = co_await ask(request.url, reading);
  if (!answer) co_return tl::unexpected(answer.error());
  loaded.response = response_of_tab(*answer, request);
  loaded.login_form = flag_of(*answer, "loginForm");
  loaded.with_session = login_sign(request, loaded);
  AnswerFacts facts;
  facts.status = loaded.response.status;
  permit->give_back(facts);
  if (auto taken = archive(request, loaded.response, *answer, started); !taken) {
    co_return tl::unexpected(taken.error());
  }
  co_return std::move(loaded);
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
