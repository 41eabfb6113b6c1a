#include "load/extension_answers.hpp"

#include <algorithm>
#include <ctime>
#include <memory>

#include "content/charset_codes.hpp"
#include "fetch/address_guard.hpp"
#include "fetch/http_date.hpp"
#include "html/charset.hpp"
#include "tagtrail/mime.hpp"
#include "tagtrail/page_json.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail::host {
namespace {

constexpr std::size_t kMaxHops = 50;
constexpr std::size_t kRetryAfterBytes = 256;
constexpr std::size_t kCharsetBytes = 64;
constexpr std::size_t kMostScriptJson = 50;
constexpr std::size_t kMostStopped = 100;
constexpr std::size_t kMethodBytes = 32;
constexpr std::uint64_t kMostTimes = 1'000'000;
/// What an honest extension keeps to (extension/src/content/serialised.ts).
constexpr std::size_t kDocumentBytes = 16ULL << 20;

void take_document(Json& answer, FetchResult& result) {
  const auto document = answer.find("document");
  if (document == answer.end() || !document->is_object()) return;
  result.cut = flag_of(*document, "cut");
  const auto html = document->find("html");
  if (html == document->end() || !html->is_string()) return;
  result.body = std::move(html->get_ref<std::string&>());
  result.body.resize(std::min(result.body.size(), kDocumentBytes));
}

StoppedRequests::Kind kind_of(const Json& stopped) {
  if (flag_of(stopped, "sent")) return StoppedRequests::Kind::sent;
  return flag_of(stopped, "ownNetwork") ? StoppedRequests::Kind::own_network
                                        : StoppedRequests::Kind::stopped;
}

}  // namespace

Async<std::optional<Json>> ask_extension(Channel* channel, Waits& waits, std::string_view call,
                                         Json fields, std::function<SteadyTime()> until) {
  if (channel == nullptr) {
    co_return fail(ErrorCode::disconnected, "the extension is not connected");
  }
  // Shared: the reply may come after this wait was given up.
  auto reply = std::make_shared<std::optional<Expected<Json>>>();
  channel->call_async(call, std::move(fields),
                      [reply](Expected<Json> answer) { *reply = std::move(answer); });
  auto answered = waits.until([&](SteadyTime now) { return reply->has_value() ? now : until(); });
  co_await answered;
  if (!reply->has_value()) co_return std::optional<Json>{};
  if (**reply) co_return std::optional<Json>(std::move(***reply));
  const Error& error = (**reply).error();
  if (error.code == ErrorCode::disconnected) co_return tl::unexpected(error);
  co_return std::optional<Json>(Json{{"error", "browser"}});
}

std::vector<RedirectHop> hops_of(const Json& object) {
  std::vector<RedirectHop> hops;
  for (const Json& hop : array_of(object, "hops")) {
    if (!hop.is_object() || hops.size() >= kMaxHops) break;
    const auto url = canonical_url(text_of(hop, "url", kMaxUrlBytes));
    if (url) hops.push_back({*url, status_of(hop)});
  }
  return hops;
}

FetchError error_named(const std::string& name) {
  for (const FetchError error :
       {FetchError::network, FetchError::timeout, FetchError::tls, FetchError::refused_address,
        FetchError::out_of_scope, FetchError::unsupported}) {
    if (name == to_string(error)) return error;
  }
  return FetchError::browser;
}

Fetched fetched_of_tab(Json answer, const FetchRequest& request) {
  Fetched fetched;
  FetchResult& result = fetched.result;
  fetched.final_url = request.url;
  if (!answer.is_object()) {
    result.give_up(FetchError::browser, "the extension's answer is malformed");
    return fetched;
  }
  result.head.status = status_of(answer);
  result.head.mime = mime_essence(text_of(answer, "mime", 256));
  result.body_bytes = number_of(answer, "bodyBytes");
  fetched.sub_requests = static_cast<unsigned>(number_of(answer, "subRequests") & 0xFFFFFFU);
  fetched.redirects = hops_of(answer);
  if (auto url = canonical_url(text_of(answer, "finalUrl", kMaxUrlBytes))) {
    fetched.final_url = std::move(*url);
  }
  const auto error = answer.find("error");
  if (error != answer.end() && error->is_string()) {
    const auto& name = error->get_ref<const std::string&>();
    result.give_up(error_named(name), "the browser could not load the page: " + name);
    fetched.facts.unreached = flag_of(answer, "unreached");
  }
  take_document(answer, result);
  result.head.link = text_of(answer, "links", kManyFieldsBytes);
  fetched.facts.status = result.head.status;
  fetched.facts.retry_after =
      parse_retry_after(text_of(answer, "retryAfter", kRetryAfterBytes), std::time(nullptr));
  fetched.passing = asks_to_slow_down(fetched.facts);
  fetched.shown = std::move(answer);
  if (result.error == FetchError::refused_address) refuse_address(fetched);
  return fetched;
}

void refuse_address(Fetched& fetched) {
  FetchResult& result = fetched.result;
  result = {};
  result.give_up(FetchError::refused_address, refused_text(split_url(fetched.final_url).host));
  fetched.facts = {};
  fetched.passing = false;
  Json stopped = array_of(fetched.shown, "stopped");
  fetched.shown = Json{{"stopped", std::move(stopped)}};
}

Response response_of_tab(Fetched& fetched, const Request& request) {
  Response response = response_of(request, fetched, Via::tab);
  if (response.error != FetchError::none) return response;
  const auto page = fetched.shown.find("page");
  if (page != fetched.shown.end() && page->is_object()) {
    response.is_page = true;
    response.page = page_from_json(*page, response.final_url).page;
    // The extension knows labels; what they mean is known here.
    for (QueryForm& form : response.page.forms) form.charset = charset_of_form(form.charset, {});
    add_charset_codes(response.page, encoding_of_label(text_of(*page, "charset", kCharsetBytes)));
  }
  return response;
}

std::vector<StoppedRequests::One> stopped_in(const Fetched& fetched, const std::string& page) {
  std::vector<StoppedRequests::One> stopped;
  for (const Json& one : array_of(fetched.shown, "stopped")) {
    if (stopped.size() >= kMostStopped || !one.is_object()) break;
    const std::string url = text_of(one, "url", kMaxUrlBytes);
    const std::uint64_t count = std::min(number_of(one, "count"), kMostTimes);
    stopped.push_back({text_of(one, "method", kMethodBytes),
                       url.empty() ? url : canonical_url(url).value_or(""), page, count,
                       kind_of(one)});
  }
  return stopped;
}

PageTold told_of(const Fetched& fetched) {
  PageTold told;
  const auto all = fetched.shown.find("told");
  if (all == fetched.shown.end() || !all->is_object()) return told;
  for (const Json& one : array_of(*all, "messages")) {
    if (told.messages.size() >= limits::kPageMessages) break;
    if (!one.is_object()) continue;
    told.messages.push_back({text_of(one, "names", limits::kNamesBytes),
                             text_of(one, "within", 2 * limits::kNamesBytes + 1),
                             text_of(one, "text", limits::kMessageBytes)});
  }
  for (const Json& one : array_of(*all, "counts")) {
    if (told.counts.size() >= limits::kPageCounts) break;
    if (!one.is_object()) continue;
    auto link = canonical_url(text_of(one, "link", kMaxUrlBytes));
    if (!link) continue;
    told.counts.push_back({std::move(*link), static_cast<std::uint32_t>(
                                                 std::min(number_of(one, "number"), kMostTimes))});
  }
  return told;
}

std::vector<std::string> script_json_of(const Fetched& fetched) {
  std::vector<std::string> asked;
  for (const Json& address : array_of(fetched.shown, "scriptJson")) {
    if (asked.size() >= kMostScriptJson) break;
    if (!address.is_string()) continue;
    if (auto url = canonical_url(address.get_ref<const std::string&>())) {
      asked.push_back(std::move(*url));
    }
  }
  return asked;
}

}  // namespace tagtrail::host
