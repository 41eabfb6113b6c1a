#include "load/browser_transfer.hpp"

#include "archive/http_heads.hpp"
#include "fetch/address_guard.hpp"
#include "fetch/content_disposition.hpp"
#include "load/captures.hpp"
#include "load/extension_answers.hpp"
#include "messaging/channel.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail::host {
namespace {

constexpr std::size_t kChunkBytes = 256 * 1024;
constexpr std::size_t kHeaderValueBytes = 8 * 1024;

SteadyTime clock_now() { return std::chrono::steady_clock::now(); }

std::chrono::milliseconds since(SteadyTime start) {
  return std::chrono::duration_cast<std::chrono::milliseconds>(clock_now() - start);
}

}  // namespace

BrowserTransfer::BrowserTransfer(FetchRequest request, const TransferRules& rules)
    : request_(std::move(request)),
      rules_(rules),
      body_(request_, rules.limits, fetched_.result),
      started_(clock_now()),
      last_byte_(started_) {
  fetched_.final_url = request_.url;
  fetched_.result.raw = rebuilt_exchange(request_);
}

/// The browser does not tell how long what it decodes is: of no body it is said that it has no end.
SteadyTime BrowserTransfer::late_at() const {
  return started_ + rules_.limits.page_timeout + body_.more_time(true);
}

/// Whether the answer is of a place that nothing is taken from; it is refused then.
bool BrowserTransfer::moved_away(const std::string& url) {
  if (url == request_.url) return false;
  if (!rules_.any_scope && !rules_.scope.contains(url)) {
    return !fetched_.result.give_up(FetchError::out_of_scope, "redirected to " + url);
  }
  const std::string host(split_url(url).host);
  // Names are looked up by whoever started this, before it keeps anything.
  const bool refused = !rules_.allow_private && (is_private_literal(host) || is_private_name(host));
  if (refused) fetched_.result.give_up(FetchError::refused_address, refused_text(host));
  return refused;
}

Expected<bool> BrowserTransfer::on_head(const Json& message) {
  if (has_head_) return fail(ErrorCode::invalid_argument, "fetch.head came before");
  has_head_ = true;
  last_byte_ = clock_now();
  FetchResult& result = fetched_.result;
  AnswerHead& head = result.head;
  const std::string disposition = text_of(message, "disposition", kHeaderValueBytes);
  head.status = status_of(message);
  head.content_type = text_of(message, "contentType", kHeaderValueBytes);
  head.mime = mime_essence(head.content_type);
  head.file_name = content_disposition_name(disposition);
  head.retry_after = text_of(message, "retryAfter", kHeaderValueBytes);
  RebuiltHead rebuilt(head.status);
  rebuilt.add("Content-Type", head.content_type);
  rebuilt.add("Content-Disposition", disposition);
  rebuilt.add("Retry-After", head.retry_after);
  result.raw->response_head = rebuilt.finish();
  const std::uint64_t length = number_of(message, "length");
  if (length > 0) head.content_length = length;
  result.latency = since(started_);
  const auto url = canonical_url(text_of(message, "url", kMaxUrlBytes));
  if (!url) return result.give_up(FetchError::unsupported, "the answer has no usable URL");
  fetched_.final_url = *url;
  if (moved_away(*url)) return false;
  result.plan = plan_body(rules_.body, *url, head, request_.lists_links);
  taken_ = request_.method != Method::head && result.plan != BodyPlan::discard && body_.open(head);
  return taken_;
}

Expected<void> BrowserTransfer::on_data(const Json& message) {
  FetchResult& result = fetched_.result;
  if (!taken_ || body_.enough() || result.error != FetchError::none) {
    return fail(ErrorCode::invalid_argument, "this body is not wanted");
  }
  last_byte_ = clock_now();
  const auto data = message.find("data");
  const bool has_data = data != message.end() && data->is_string();
  const auto bytes = from_base64(has_data ? data->get_ref<const std::string&>() : std::string());
  if (!has_data || !bytes || bytes->size() > kChunkBytes) {
    result.give_up(FetchError::browser, has_data ? "fetch.data is not base64 of at most 256 KiB"
                                                 : "fetch.data has no data");
    return fail(ErrorCode::invalid_argument, result.error_text);
  }
  if (body_.take({reinterpret_cast<const char*>(bytes->data()), bytes->size()})) return {};
  if (body_.enough()) return fail(ErrorCode::too_large, "that much of a page is enough");
  const auto full = result.set_aside ? ErrorCode::disk_full : ErrorCode::io;
  return fail(result.error == FetchError::too_large ? ErrorCode::too_large : full,
              result.error_text);
}

/// The browser's own word on how it ended, and whether all that it sent has come.
void BrowserTransfer::settle(const Json& answer) {
  FetchResult& result = fetched_.result;
  if (result.error != FetchError::none || body_.enough()) return;
  const std::string error = answer.is_object() ? text_of(answer, "error", 64) : "browser";
  if (!error.empty() || !has_head_) {
    const auto why = error.empty() ? FetchError::browser : error_named(error);
    // The connection was there, and broke in the middle of a body.
    result.give_up(taken_ && why == FetchError::network ? FetchError::truncated : why,
                   "the browser could not fetch it: " + (error.empty() ? "no head" : error));
  } else if (taken_ && number_of(answer, "bodyBytes") != result.body_bytes) {
    result.give_up(FetchError::truncated, "the browser sent less than it read");
  }
}

Fetched BrowserTransfer::finish(const Json& answer) {
  FetchResult& result = fetched_.result;
  settle(answer);
  body_.close();
  if (answer.is_object()) fetched_.redirects = hops_of(answer);
  if (result.error == FetchError::timeout) {
    result.raw->truncated = "time";
  } else if (result.error != FetchError::none) {
    result.raw->truncated = "disconnect";
  } else if (body_.enough() || (!taken_ && request_.method == Method::get)) {
    result.raw->truncated = "length";
  }
  result.ticket = request_.ticket;
  result.duration = since(started_);
  return std::move(fetched_);
}

Fetched BrowserTransfer::finish_late() {
  if (fetched_.result.error == FetchError::none) {
    fetched_.result.give_up(FetchError::timeout, "the browser did not have it in time");
  }
  return finish(Json::object());
}

}  // namespace tagtrail::host
